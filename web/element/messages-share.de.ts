// The texts of the tab "Share", in German.
import type { LabMessages } from './messages.en.ts';

export const shareMessagesDe: LabMessages['share'] = {
  link: 'Link',
  linkHint:
    'Öffnet das Lab mit diesen Einstellungen und diesem Startwert; auf jedem Rechner folgen dieselben Zahlen.',
  noPage: 'Diese Seite hat nicht gesagt, wo sich das Lab öffnen lässt; darum gibt es keinen Link.',
  local: 'Diese Adresse geht nur auf diesem Rechner.',
  frame: 'Als Rahmen einbetten',
  frameHint: 'Für jede Seite, die HTML nimmt.',
  element: 'Als Element einbetten',
  elementHint: 'Für eine Seite mit dem Paket addnorm; ein Bundler findet es unter diesem Namen.',
  copy: 'Kopieren',
  copyOf: (what) => `Kopieren: ${what}`,
  copied: 'Kopiert',
  selected: 'Kopieren ist hier nicht erlaubt. Der Text ist markiert: Strg+C drücken (⌘C auf einem Mac).',
  frameTitle: 'Add & Norm Lab',

  data: 'Daten dieses Laufs',
  dataHint:
    'Jede Messgröße jedes Schritts und Modells. In JSON stehen auch die Einstellungen, die Version und die Fingerabdrücke.',
  dataOf: (steps, models) => `Bisher ${steps} von ${models}.`,
  steps: (n) => (n === 1 ? '1 Schritt' : `${n} Schritte`),
  models: (n) => (n === 1 ? '1 Modell' : `${n} Modellen`),
  noData: 'Noch ist nichts gemessen: erst trainieren.',
  csv: 'CSV',
  json: 'JSON',
  writing: 'Schreibt …',

  model: 'Modell',
  modelHint:
    'Sichert ein Modell, wie es gerade ist: den Checkpoint und ein PyTorch-Skript, das das Modell nachbaut, den Checkpoint daneben lädt und den Verlust des nächsten Batches ausgibt.',
  which: 'Welches Modell',
  take: 'Jetzt sichern',
  taking: 'Sichert …',
  taken: (label, step, loss) => `${label} bei Schritt ${step}; der Verlust des nächsten Batches ist ${loss}.`,
  checkpoint: 'Checkpoint (.safetensors)',
  script: 'PyTorch-Skript (.py)',
  noScript: 'Es gibt kein Skript: mit diesen Einstellungen gibt es nichts vorherzusagen.',

  save: (name, size) => `${name} (${size})`,
  saveHint: 'Ist die Datei nicht von selbst gesichert, auf ihren Namen klicken.',
  kilobytes: (n) => `${n} kB`,
  megabytes: (n) => `${n.replace('.', ',')} MB`,
  closedFrame:
    'Dieses Lab steht in einem abgeschlossenen Rahmen, der Sichern und Kopieren verweigern kann. Dann das Lab auf einer eigenen Seite öffnen.',
  failed: (reason) => `Das ging nicht: ${reason}`,
};
