// The page for frames as a file of the site, and as a file of its own: what web/embed makes of it, with the site's icon.
import { type FramePage, framePage } from '../../embed/page.ts';
import { ICON } from './icon.ts';

const HEAD = `<link rel="icon" href="${ICON}">`;

type Parts = Pick<FramePage, 'css' | 'script' | 'contentSecurityPolicy'>;

/** A file at the top of the site. */
export const renderFrame = (parts: Parts): string => framePage({ ...parts, head: HEAD, whole: './' });

/** A file on its own. */
export const renderStandalone = (parts: Parts): string => framePage({ ...parts, head: HEAD });
