// A session of WebDriver (https://www.w3.org/TR/webdriver2), as far as the tests need one.
import type { Driver } from './engine.ts';

/** No command takes longer, a script in the page included. */
const LIMIT_MS = 120_000;

/** @param driver the address of a driver that answers */
export async function openSession(driver: string): Promise<Driver> {
  const { sessionId } = (await send('POST', `${driver}/session`, { capabilities: {} })) as {
    sessionId: string;
  };
  const session = `${driver}/session/${sessionId}`;
  await send('POST', `${session}/timeouts`, { script: LIMIT_MS, pageLoad: LIMIT_MS });
  const evaluate = async (expression: string) => {
    const script = `const [answer] = arguments;
      (async () => ${expression})().then(
        (value) => answer({ value }), (error) => answer({ error: String(error) }));`;
    const { value, error } = (await send('POST', `${session}/execute/async`, { script, args: [] })) as {
      value?: unknown;
      error?: string;
    };
    if (error !== undefined) throw new Error(error);
    return value;
  };
  return {
    open: async (url) => {
      await send('POST', `${session}/url`, { url });
      // The driver answers before the scripts of the page that are modules have run.
      await evaluate(
        "document.readyState === 'complete' || new Promise((loaded) => addEventListener('load', () => loaded()))",
      );
    },
    evaluate,
    close: async () => {
      await send('DELETE', session);
    },
  };
}

/** Is there a driver at this address that can open a session? */
export async function isReady(driver: string): Promise<boolean> {
  try {
    return ((await send('GET', `${driver}/status`)) as { ready: boolean }).ready;
  } catch {
    return false;
  }
}

/** What the driver answers to one command. */
async function send(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(LIMIT_MS),
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}
