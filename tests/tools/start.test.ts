// On which port `npm start` serves the page.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readPort, serve } from '../../web/tools/start.mjs';

test('the port is the one that is asked for, or is left to the command', () => {
  expect(readPort([])).toBeUndefined();
  expect(readPort(['--port', '5310'])).toBe(5310);
  expect(readPort(['--port=65535'])).toBe(65535);
});

test.each(['0', '65536', '80a', '-1', ''])('it cannot be %j', (port) => {
  expect(() => readPort([`--port=${port}`])).toThrow(
    `invalid --port: ${JSON.stringify(port)} (must be a whole number from 1 to 65535)`,
  );
});

test('a port that is taken is refused in words, and one that is free serves the page', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(serve(port)).rejects.toThrow(`--port ${port} cannot be used: Port ${port} is already in use`);
  await new Promise((resolve) => other.close(resolve));
  const server = await serve(port);
  expect(server.resolvedUrls?.local[0]).toBe(`http://localhost:${port}/`);
  const page = await fetch(`http://localhost:${port}/`);
  expect(await page.text()).toContain('<title>');
  await server.close();
});
