// The texts of the page for frames, in German.
import type { FrameMessages } from './messages.en.ts';

export const messagesDe: FrameMessages = {
  title: 'Add & Norm Lab',
  description:
    'Zwei winzige Transformer trainieren nebeneinander im Browser: bei dem einen steht die Norm hinter der Addition, bei dem anderen davor.',
  loading: 'Das Labor wird geladen …',
  noScript: 'Das Labor ist ein Programm: Es braucht JavaScript, das hier abgeschaltet oder blockiert ist.',
  whole: 'Das ganze Labor öffnen',
};
