// The package `addnorm`: what it exports, and nothing else.
export { load } from './inline.ts';
export * from './api.ts';
