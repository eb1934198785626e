// The tab "Share": copies links and code, and makes files of the run and of its models. What it looks like is share-view.ts.
import { render } from 'lit';
import { formatNumber, ThrottledTask } from '../charts/index.ts';
import { fileName } from '../charts/download.ts';
import { pytorchScript } from '../lib/index.ts';
import { letOthersRun } from '../lib/let-others-run.ts';
import type { Params } from './address.ts';
import { copyText } from './copy-text.ts';
import { OPTIONS } from './options.ts';
import type { Panel, PanelContext } from './panel.ts';
import type { Run, RunVariant } from './run.ts';
import { type ExportedRun, type ExportedVariant, runCsv, runJson } from './run-export.ts';
import { SavedFile } from './saved-file.ts';
import { elementCode, frameCode, fullAddress, isLocal, pageAddress, shareLink } from './share-code.ts';
import { type CodeName, type FileKind, type FileState, type ShareState, shareView } from './share-view.ts';

/** The amount of data changes with every step, and need not be read that often. */
const SHOW_MS = 250;
const NO_FILE: FileState = { isBusy: false, files: [], note: '' };

export function mountShare(place: HTMLElement, context: PanelContext): Panel {
  return new SharePanel(place, context);
}

class SharePanel implements Panel {
  readonly #place: HTMLElement;
  readonly #context: PanelContext;
  readonly #showing = new ThrottledTask(SHOW_MS, () => this.#render());
  readonly #files: Record<FileKind, FileState> = { csv: NO_FILE, json: NO_FILE, model: NO_FILE };
  #run: Run | null = null;
  #chosen = 0;
  #copied: ShareState['copied'] = null;

  constructor(place: HTMLElement, context: PanelContext) {
    this.#place = place;
    this.#context = context;
  }

  show(run: Run): void {
    this.#run = run;
    this.#showing.request();
  }

  /** Colours come from CSS alone. */
  refreshTheme(): void {}

  dispose(): void {
    this.#showing.cancel();
    for (const kind of Object.keys(this.#files) as FileKind[]) this.#setFile(kind, NO_FILE);
    this.#run = null;
  }

  #render(): void {
    const run = this.#run;
    if (!run) return;
    const page = this.#page;
    const state: ShareState = {
      messages: this.#context.messages.share,
      codes: this.#codes(run),
      isLocal: page !== '' && isLocal(page),
      isClosedFrame: globalThis.origin === 'null',
      leftOut: run.settings.leftOut(this.#context.messages),
      copied: this.#copied,
      steps: Math.max(...run.variants.map(({ history }) => history.length)),
      labels: run.variants.map(({ identity }) => identity.label),
      chosen: Math.min(this.#chosen, run.variants.length - 1),
      files: this.#files,
    };
    const view = shareView(state, {
      copy: (code) => void this.#copy(code),
      choose: (variant) => {
        this.#chosen = variant;
      },
      make: (kind) => void this.#make(kind),
    });
    render(view, this.#place);
  }

  get #page(): string {
    return pageAddress(this.#context.page(), document.baseURI);
  }

  #codes({ settings }: Run): Record<CodeName, string> {
    const page = this.#page;
    // Who follows a link comes to see the run, not to share it on.
    const params = settings.toParams().filter(([key, text]) => key !== OPTIONS.view.key || text !== 'share');
    return {
      link: page === '' ? '' : shareLink(page, params),
      frame: this.#frameCode(params),
      element: elementCode(params),
    };
  }

  #frameCode(params: Params): string {
    const { embedPage, messages } = this.#context;
    const page = fullAddress(embedPage(), document.baseURI);
    return page === '' ? '' : frameCode(page, params, messages.share.frameTitle);
  }

  async #copy(code: CodeName): Promise<void> {
    const field = this.#place.querySelector<HTMLTextAreaElement>(`#share-${code}`)!;
    this.#copied = { code, outcome: await copyText(field) };
    this.#render();
  }

  async #make(kind: FileKind): Promise<void> {
    const run = this.#run;
    if (!run || this.#files[kind].isBusy) return;
    this.#setFile(kind, { ...NO_FILE, isBusy: true });
    this.#render();
    try {
      const made = kind === 'model' ? await this.#takeModel(run) : await this.#writeRun(run, kind);
      // Nobody is left to save what was made for a panel that is gone.
      if (this.#run === null) {
        for (const file of made.files) file.dispose();
        return;
      }
      this.#setFile(kind, made);
      if (kind !== 'model') for (const file of made.files) file.save();
    } catch (error) {
      const { failed } = this.#context.messages.share;
      this.#setFile(kind, { ...NO_FILE, note: failed((error as Error).message) });
    }
    this.#render();
  }

  /** A browser lets a script save one file at a press: these are two, so they are only offered. */
  async #takeModel(run: Run): Promise<FileState> {
    const { messages } = this.#context;
    const variant = run.variants[Math.min(this.#chosen, run.variants.length - 1)]!;
    const { label } = variant.identity;
    const { step, checkpoint, batch, loss } = await run.inspect(variant.identity.id, 'reference', null);
    const name = (extension: string) => fileName([`step ${step}`, label], extension);
    const weights = new SavedFile(
      name('safetensors'),
      [checkpoint as Uint8Array<ArrayBuffer>],
      'application/octet-stream',
    );
    const note = messages.share.taken(
      label,
      String(step),
      formatNumber(loss, messages.charts.decimalMark, 5),
    );
    if (!batch.targets.some((target) => target >= 0)) {
      return { isBusy: false, files: [weights], note: `${note} ${messages.share.noScript}` };
    }
    const example = { ...batch, batch: variant.config.batch, loss, checkpoint: weights.name };
    const script = pytorchScript(variant.config.model, example);
    return { isBusy: false, files: [weights, new SavedFile(name('py'), [script], 'text/x-python')], note };
  }

  async #writeRun(run: Run, kind: 'csv' | 'json'): Promise<FileState> {
    const { messages } = this.#context;
    const exported = await run.atRest(async () => exportedRun(run, await run.fingerprint()));
    const parts: string[] = [];
    for (const piece of kind === 'csv' ? runCsv(exported) : runJson(exported)) {
      parts.push(piece);
      await letOthersRun();
    }
    const steps = Math.max(...exported.variants.map(({ history }) => history.length));
    const type = kind === 'csv' ? 'text/csv' : 'application/json';
    const file = new SavedFile(fileName(['run', `${steps} steps`], kind), parts, type);
    return { isBusy: false, files: [file], note: messages.share.saveHint };
  }

  #setFile(kind: FileKind, state: FileState): void {
    for (const file of this.#files[kind].files) file.dispose();
    this.#files[kind] = state;
  }
}

function exportedRun(run: Run, fingerprints: ReadonlyMap<string, string>): ExportedRun {
  return {
    version: __ADDNORM_VERSION__,
    params: run.settings.toParams(Infinity),
    variants: run.variants.map((variant) => exportedVariant(variant, fingerprints)),
  };
}

/** What is measured while the file is written does not come into it. */
function exportedVariant(
  { identity, config, nonFinite, history }: RunVariant,
  fingerprints: ReadonlyMap<string, string>,
): ExportedVariant {
  const { length } = history;
  return {
    id: identity.id,
    label: identity.label,
    config,
    fingerprint: fingerprints.get(identity.id) ?? '',
    nonFinite,
    history: {
      length,
      scalar: (name) => history.scalar(name).subarray(0, length),
      matrix: (name) => ({ ...history.matrix(name), rows: length }),
    },
  };
}
