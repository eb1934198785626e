// The texts of the tab "Share", in English; part of the element's catalogue.

export const shareMessagesEn = {
  link: 'Link',
  linkHint: 'Opens the lab with these settings and this seed; the same numbers follow on every machine.',
  noPage: 'This page has not said where the lab can be opened, so there is no link to it.',
  local: 'This address works on this computer only.',
  frame: 'Embed as a frame',
  frameHint: 'For any page that takes HTML.',
  element: 'Embed as an element',
  elementHint: 'For a page that has the package addnorm; a bundler finds it by this name.',
  copy: 'Copy',
  copyOf: (what: string): string => `Copy: ${what}`,
  copied: 'Copied',
  selected: 'Copying is not allowed here. The text is selected: press Ctrl+C (⌘C on a Mac).',
  frameTitle: 'Add & Norm Lab',

  data: 'Data of this run',
  dataHint:
    'Every metric of every step and model. JSON has the settings, the version and the fingerprints too.',
  dataOf: (steps: string, models: string): string => `So far ${steps} of ${models}.`,
  steps: (n: number): string => (n === 1 ? '1 step' : `${n} steps`),
  models: (n: number): string => (n === 1 ? '1 model' : `${n} models`),
  noData: 'Nothing has been measured yet: train first.',
  csv: 'CSV',
  json: 'JSON',
  writing: 'Writing …',

  model: 'Model',
  modelHint:
    'Saves a model as it stands: the checkpoint, and a PyTorch script that rebuilds the model, loads the checkpoint beside it, and prints the loss of the next batch.',
  which: 'Which model',
  take: 'Take it now',
  taking: 'Taking …',
  taken: (label: string, step: string, loss: string): string =>
    `${label} at step ${step}; the loss of its next batch is ${loss}.`,
  checkpoint: 'Checkpoint (.safetensors)',
  script: 'PyTorch script (.py)',
  noScript: 'There is no script: with these settings there is nothing to predict.',

  save: (name: string, size: string): string => `${name} (${size})`,
  saveHint: 'If the file has not been saved by itself, press its name.',
  kilobytes: (n: string): string => `${n} kB`,
  megabytes: (n: string): string => `${n} MB`,
  closedFrame:
    'This lab stands in a closed frame, which may refuse to save files and to copy. Open it in a page of its own if it does.',
  failed: (reason: string): string => `That did not work: ${reason}`,
};
