// The public face of addnorm/element: the class alone, registered nowhere.
export { AddnormLab } from './addnorm-lab.ts';
export type { AddnormLabEvents } from './events.ts';
export type { LabConfig, ResolvedLabConfig } from './lab-config.ts';
