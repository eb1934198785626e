// Small drawings beside words, never instead of them. All are 16 by 16 and take the colour of the text.
import { svg, type SVGTemplateResult } from 'lit';

const icon = (content: SVGTemplateResult) =>
  svg`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">${content}</svg>`;

export const ICONS = {
  play: icon(svg`<path d="M4 2.5v11l9-5.5z" fill="currentColor"/>`),
  pause: icon(svg`<path d="M4 2.5h3v11H4zM9 2.5h3v11H9z" fill="currentColor"/>`),
  step: icon(svg`<path d="M3 3v10l7-5zM11.5 3H13v10h-1.5z" fill="currentColor"/>`),
  steps: icon(svg`<path d="M1.5 3v10L7 8zM7 3v10l5.5-5zM13 3h1.5v10H13z" fill="currentColor"/>`),
  reset: icon(
    svg`<path d="M3.2 5.2A5.5 5.5 0 1 1 2.5 8" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M2.2 1.8v4.2h4.2z" fill="currentColor"/>`,
  ),
  dice: icon(
    svg`<rect x="2" y="2" width="12" height="12" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.4"/><g fill="currentColor"><circle cx="5.3" cy="5.3" r="1.2"/><circle cx="10.7" cy="5.3" r="1.2"/><circle cx="8" cy="8" r="1.2"/><circle cx="5.3" cy="10.7" r="1.2"/><circle cx="10.7" cy="10.7" r="1.2"/></g>`,
  ),
  close: icon(svg`<path d="M3.5 3.5l9 9M12.5 3.5l-9 9" stroke="currentColor" stroke-width="1.6"/>`),
  plus: icon(svg`<path d="M8 3v10M3 8h10" stroke="currentColor" stroke-width="1.6"/>`),
  duplicate: icon(
    svg`<g fill="none" stroke="currentColor" stroke-width="1.4"><rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 3.2V3A1 1 0 0 0 9.500 2H3.500A1.500 1.500 0 0 0 2 3.500V9.500A1 1 0 0 0 3 10.500H3.200"/></g>`,
  ),
  split: icon(
    svg`<path d="M2 8h4M10 4h4M10 12h4M6 8l3-4M6 8l3 4" fill="none" stroke="currentColor" stroke-width="1.5"/>`,
  ),
  more: icon(svg`<path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" stroke-width="1.6"/>`),
};
