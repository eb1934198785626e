// All pages of the site, in the order of the navigation. A page joins the site by standing here.
import { benchPage } from '../bench/page.ts';
import { docsPages } from '../docs/pages.ts';
import { experimentPages } from '../experiments/pages.ts';
import { labPage } from '../lab/page.ts';
import { mapsPage } from '../maps/page.ts';
import { microscopePage } from '../microscope/page.ts';
import { fileIn, type Page, renderPage } from './page.ts';
import { oEmbedFiles } from './previews.ts';

export const PAGES: readonly Page[] = [
  labPage,
  ...experimentPages,
  microscopePage,
  mapsPage,
  ...docsPages,
  benchPage,
];

/** The HTML of every page in each of its languages, by the file it is to be. @param address of the site, if it is known */
export const renderSite = (version: string, address = ''): Map<string, string> =>
  new Map(
    PAGES.flatMap((page) =>
      page.languages.map(
        (language) =>
          [fileIn(language, page.file), renderPage(page, language, PAGES, { version, address })] as const,
      ),
    ),
  );

/** What is to be had of the site by others who know its address, by the file it is to be. */
export const renderOEmbed = (address: string): Map<string, string> => oEmbedFiles(PAGES, address);
