// Before anything of the page is drawn: its colours, if the address names them, whether it stands in another page, and that
// scripts run.
// A plain script, since modules wait until the page is there, and are not loaded at all for one that is opened from the disk.
{
  const { search, hash, protocol } = location;
  const theme = /[#&]theme=(light|dark)(&|$)/.exec(hash) ?? /[?&]theme=(light|dark)(&|$)/.exec(search);
  document.documentElement.classList.add('scripted');
  if (theme) document.documentElement.dataset.theme = theme[1];
  if (new URLSearchParams(search).has('embed')) document.documentElement.classList.add('embedded');
  if (protocol === 'file:')
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('.from-disk')?.removeAttribute('hidden');
    });
}
