// The texts of microscope.html as they stand in its HTML, in German.
import type { MicroscopePageTexts } from './texts.en.ts';

export const textsDe: MicroscopePageTexts = {
  title: 'LayerNorm-Mikroskop – Add & Norm Lab',
  name: 'Mikroskop',
  description:
    'LayerNorm, RMSNorm und BatchNorm Schritt für Schritt an eigenen Zahlen, vorwärts und rückwärts, mit durchgerechneten Beispielen.',
  heading: 'LayerNorm-Mikroskop',
  premise:
    'Was eine Norm mit einem Token macht, Zahl für Zahl. Einen Vektor eintippen, einen Balken ziehen, einer Spalte nach unten folgen.',
  noScript: 'Das Mikroskop braucht JavaScript und WebAssembly.',
};
