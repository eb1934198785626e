// The panels by the name of their tab; a tab that has none is not shown. The overview is always there and stands in places of
// its own (views.ts).
import { mountLearning } from './learning-panel.ts';
import { OPTIONS, type ViewName } from './options.ts';
import type { MountPanel } from './panel.ts';

export const PANELS: Readonly<Partial<Record<ViewName, MountPanel>>> = {
  learning: mountLearning,
};

/** The tabs that have something to show, in order. */
export const VIEWS: readonly ViewName[] = OPTIONS.view.choices.filter(
  (name) => name === 'overview' || PANELS[name] !== undefined,
);
