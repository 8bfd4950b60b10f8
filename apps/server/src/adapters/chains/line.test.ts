// A provider that has had enough is left alone for a while, in whichever status it says so.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openLine } from './line.ts';
import { TooMuch } from './too-much.ts';

/** A provider that answers with this status; how often it was asked. */
async function startRefusing(status: number) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(status).end(JSON.stringify({ status_code: status, message: 'Usage is over limit.' }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: () => asked, close: () => server.close().closeAllConnections() };
}

test.each([402, 418, 429])(
  '[D11] a provider that answers %i is not asked on: one that is, bans its asker',
  async (status) => {
    const provider = await startRefusing(status);
    try {
      const line = openLine(provider.url, { isAlone: false });
      await expect(line.send(provider.url, {}, 1)).rejects.toThrow(/refuses for now .*Usage is over limit/);
      expect(line.restingMs()).toBeGreaterThan(0);
      await expect(line.send(provider.url, {}, 1)).rejects.toBeInstanceOf(TooMuch);
      expect(provider.asked()).toBe(1);
    } finally {
      provider.close();
    }
  },
);
