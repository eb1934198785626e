// The script of microscope.html: keeps the microscope and the address in step, and lets people choose the colours.
import '../../microscope/define.ts';
import { followAddress } from '../site/follow-address.ts';

const microscope = document.querySelector('addnorm-microscope')!;
const { write } = followAddress({
  read: (params) => {
    microscope.params = params;
  },
  params: () => [...microscope.params],
  onTheme: (theme) => {
    microscope.theme = theme;
  },
  notify: (notice) => microscope.notify(notice),
});
microscope.addEventListener('addnorm-microscope-change', write);
