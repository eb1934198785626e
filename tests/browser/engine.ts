// A browser engine as the tests of every engine see it: it opens an address, and evaluates functions in the page. How each
// is driven is in chromium.ts, firefox.ts and webkit.ts.
import { noWebKitDriver } from '../../web/tools/browsers.mjs';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

/** What each engine's own file makes: the engine without convenience. */
export interface Driver {
  open(url: string): Promise<void>;
  /** The value of an expression in the page, or what its promise resolves to; it travels as JSON. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Every engine, and why this system cannot have it. */
export const ENGINES: readonly {
  name: string;
  start: () => Promise<Driver>;
  absence?: string | undefined;
}[] = [
  { name: 'Chromium', start: startChromium },
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit, absence: noWebKitDriver },
];

/** A hook or a test may take a little longer. */
const SECONDS = { start: 50, open: 60, evaluate: 120, close: 20 };

/** An engine at work. Whatever it is asked for has a time limit; an error says which engine failed at what. */
export class Engine {
  readonly #name: string;
  readonly #driver: Driver;
  /** There is one page, and visits to it follow each other. */
  #lastVisit: Promise<unknown> = Promise.resolve();

  private constructor(name: string, driver: Driver) {
    this.#name = name;
    this.#driver = driver;
  }

  static async start(name: string): Promise<Engine> {
    const { start } = ENGINES.find((engine) => engine.name === name)!;
    return new Engine(name, await within(SECONDS.start, `${name}: start`, start()));
  }

  /**
   * The result of a function in the page at this address. The function travels as text, and so knows nothing of where it
   * was written.
   */
  visit<Arguments extends unknown[], Result>(
    url: string,
    work: (...args: Arguments) => Result | Promise<Result>,
    ...args: Arguments
  ): Promise<Result> {
    const expression = `(${work.toString()})(...${JSON.stringify(args)})`;
    const visit = this.#lastVisit.then(async () => {
      await this.#limited('open', this.#driver.open(url));
      return (await this.#limited('evaluate', this.#driver.evaluate(expression))) as Result;
    });
    this.#lastVisit = visit.catch(() => undefined);
    return visit;
  }

  close(): Promise<void> {
    return this.#limited('close', this.#driver.close());
  }

  #limited<T>(what: keyof typeof SECONDS, work: Promise<T>): Promise<T> {
    return within(SECONDS[what], `${this.#name}: ${what}`, work);
  }
}

/** What `work` gives, or an error that begins with `what`: the work's own, or that it took too long. */
async function within<T>(seconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, tooLong]);
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
