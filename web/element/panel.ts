// What a panel is: the content of a tab of the lab. It is made when its tab is first opened, is told how the run stands while
// it is open, and nothing meanwhile.
import type { CursorSync } from '../charts/index.ts';
import type { LabMessages } from './messages.en.ts';
import type { Run } from './run.ts';

export interface PanelContext {
  readonly messages: LabMessages;
  /** The step at which the cursor of every chart stands. */
  readonly cursor: CursorSync;
  /** Address of the page that opens a lab from what stands after its #; '' if there is none. */
  readonly page: () => string;
  /** Address of the page for frames, with its own options after the ?; '' if there is none. */
  readonly embedPage: () => string;
}

export interface Panel {
  /** Shows how this run stands, from the next frame on. Called as often as it changes; what costs more sets its own pace. */
  show(run: Run): void;
  /** The theme of the element is another one. */
  refreshTheme(): void;
  dispose(): void;
}

/** Makes a panel in an empty place, which stays its own. */
export type MountPanel = (place: HTMLElement, context: PanelContext) => Panel;
