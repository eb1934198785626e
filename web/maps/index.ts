// What other folders take from this one: two figures that can be put into any page.
export type { Figure, FigureOptions } from './figure.ts';
export { mountInitialGradients } from './initial-gradients.ts';
export { type MapMessages, messagesEn } from './messages.en.ts';
export { mountStabilityMap } from './stability-map.ts';
