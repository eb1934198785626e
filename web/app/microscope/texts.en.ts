// The texts of microscope.html as they stand in its HTML; those of the microscope are in web/microscope/messages.en.ts.

export const textsEn = {
  title: 'LayerNorm microscope – Add & Norm Lab',
  name: 'Microscope',
  description:
    'LayerNorm, RMSNorm and BatchNorm step by step on numbers of your own, forward and backward, with worked examples.',
  heading: 'LayerNorm microscope',
  premise:
    'What a norm does to one token, number by number. Type a vector, drag a bar, follow a column down.',
  noScript: 'The microscope needs JavaScript and WebAssembly.',
};

export type MicroscopePageTexts = typeof textsEn;
