// A browser for the tests of one file: it is there for all of them, and each has to leave a page that complained of nothing.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

/** Opens pages, and collects what they complain of. */
export interface PageSource {
  launch(): Promise<void>;
  close(): Promise<void>;
  /** Everything that pages complained of since it was last asked for. */
  takeComplaints(): string[];
}

/** @param page gives the page that a test has opened, which is closed at its end */
export function usePages<Source extends PageSource>(source: Source, page: () => Page): Source {
  beforeAll(() => source.launch());
  afterAll(() => source.close());
  afterEach(async () => {
    await page().close();
    expect(source.takeComplaints()).toEqual([]);
  });
  return source;
}
