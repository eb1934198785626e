// The page for frames at work: makes the lab that the address asks for, and keeps it in step with the address and with the page
// around. It stores nothing and asks for nothing more.
import '../element/define.ts';
import type { AddnormLab } from '../element/index.ts';
import { formatHash } from '../element/address.ts';
import { ThrottledTask } from '../charts/frame-task.ts';
import { Frame } from './frame.ts';
import { type FrameAddress, paramsOf, readFrameAddress } from './frame-address.ts';
import { messagesDe } from './messages.de.ts';
import { messagesEn } from './messages.en.ts';
import type { SetMessage, Theme } from './protocol.ts';

/** The page around need not hear of every step. */
const STATE_MS = 500;

const root = document.documentElement;
const content = document.querySelector<HTMLElement>('main')!;
const address = readFrameAddress(location.search, location.hash);
const lab = makeLab(address);
const frame = new Frame({ id: address.id, resize: address.resize, content, onSet });
const telling = new ThrottledTask(STATE_MS, tellState);

applyTheme(address.theme);
content.querySelector('.loading')!.replaceWith(lab);
offerWholeLab();
void notify(address);
addEventListener('hashchange', () => {
  const read = readFrameAddress(location.search, location.hash);
  applyTheme(read.theme);
  lab.params = read.params;
  void notify(read);
});
for (const name of ['addnorm-ready', 'addnorm-step', 'addnorm-rewound', 'addnorm-done', 'addnorm-config']) {
  lab.addEventListener(name, () => telling.request());
}
lab.addEventListener('addnorm-config', offerWholeLab);
lab.addEventListener('addnorm-error', (event) => {
  const { error } = (event as CustomEvent<{ readonly error: Error }>).detail;
  frame.post({ type: 'addnorm:error', message: error.message.slice(0, 1000) });
});

function makeLab({ lang, controls, autoplay, params }: FrameAddress): AddnormLab {
  root.lang = lang;
  document.title = (lang === 'de' ? messagesDe : messagesEn).title;
  const made = document.createElement('addnorm-lab');
  Object.assign(made, { lang, controls, autoplay, params });
  const { whole } = root.dataset;
  if (whole !== undefined) {
    made.page = new URL(lang === 'en' ? whole : `${whole}${lang}/`, location.href).href;
    made.embedPage = location.href.replace(/[?#].*/s, '') + (lang === 'en' ? '' : `?lang=${lang}`);
  }
  return made;
}

function applyTheme(theme: Theme): void {
  root.dataset['theme'] = theme;
  lab.theme = theme;
}

/** In the language of the lab, which is there with its first drawing. */
async function notify({ notices }: FrameAddress): Promise<void> {
  await lab.updateComplete;
  for (const notice of notices(lab.messages)) lab.notify(notice);
}

function onSet({ theme, config }: SetMessage): void {
  if (theme !== undefined) applyTheme(theme);
  if (config !== undefined) lab.params = paramsOf(config);
  telling.request();
}

function tellState(): void {
  // What someone has put in to be learned stays here.
  const params = [...lab.params].filter(([key]) => key !== 'text');
  frame.post({
    type: 'addnorm:state',
    state: lab.state,
    step: lab.stepsDone,
    config: Object.fromEntries(params),
  });
}

/** A link to the page with all the rest, with the settings as they are now. */
function offerWholeLab(): void {
  if (lab.page === '') return;
  const place = content.querySelector<HTMLElement>('.whole')!;
  const link = place.querySelector('a')!;
  link.textContent = (root.lang === 'de' ? messagesDe : messagesEn).whole;
  link.href = `${lab.page}${formatHash([...lab.params].filter(([key]) => !key.endsWith('_hide')))}`;
  place.hidden = false;
}
