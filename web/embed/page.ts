// The HTML of the page for frames, in its two forms: `embed.html` of the site, whose script stands beside it, and
// `standalone.html`, which is one file. Both have the same content. Runs when they are built.
import { themeStyles } from '../charts/theme.ts';
import { messagesDe } from './messages.de.ts';
import { messagesEn } from './messages.en.ts';

export interface FramePage {
  readonly css: string;
  /** The script, as a tag. It is a plain one: a frame in a sandbox may load no modules. */
  readonly script: string;
  readonly contentSecurityPolicy: string;
  /** What else stands in the head. */
  readonly head: string;
  /** The folder of the site with the whole page, from this one; left out where there is none. */
  readonly whole?: string;
}

export const framePage = ({ css, script, contentSecurityPolicy, head, whole }: FramePage): string =>
  `<!doctype html>
<html lang="en" class="addnorm-theme"${whole === undefined ? '' : ` data-whole="${whole}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<title>${escaped(messagesEn.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escaped(messagesEn.description)}">
<meta name="color-scheme" content="light dark">
${head}
<style>${themeStyles}${css}</style>
</head>
<body>
<main>
<p class="loading">${escaped(messagesEn.loading)}</p>
<noscript><p>${escaped(messagesEn.noScript)}</p><p lang="de">${escaped(messagesDe.noScript)}</p></noscript>
<p class="whole" hidden><a target="_blank" rel="noopener"></a></p>
</main>
${script}
</body>
</html>
`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
