// The node is asked for all scripts at once and waited for as long as it makes progress; a stalled scan is cancelled
// with a message.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import { createLongCall } from './long-call.ts';
import { scanCoins } from './scan-coins.ts';

const QUICK = { everyMs: 1, withoutProgressMs: 50 };
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

/** A node that answers each call as the test says, or not at all. */
async function startNode(answer: (params: unknown[]) => string | null, asked: unknown[][] = []) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { params }: { params: unknown[] } = JSON.parse(Buffer.concat(chunks).toString());
      asked.push(params);
      const text = answer(params);
      if (text !== null) response.end(text);
    });
  }).listen(0, '127.0.0.1');
  open.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { call: createLongCall(`http://user:secret@127.0.0.1:${port}/`), asked };
}

const result = (value: string): string => `{"result":${value},"error":null,"id":1}`;

test('a thousand and one scripts are one scan, and amounts are the decimal text that the node wrote', async () => {
  const { call, asked } = await startNode(() => result('{"success":true,"height":900000,"total_amount":0.10000001}'));
  const scripts = Array.from({ length: 1_001 }, (_, at) => at.toString(16).padStart(4, '0'));
  const found = await scanCoins(call, scripts, QUICK);
  expect(found).toEqual({ success: true, height: '900000', total_amount: '0.10000001' });
  expect(asked).toEqual([['start', scripts.map((script) => ({ desc: `raw(${script})` }))]]);
});

test('a scan that makes progress is waited for', async () => {
  let [asked, finish] = [0, (): void => undefined];
  const { call } = await startNode(([action]) => {
    if (action === 'start') return null;
    asked += 1;
    if (asked === 5) finish();
    return result(`{"progress":${asked}}`);
  });
  const slow: typeof call = (wanted, timeoutMs) =>
    wanted.params[0] === 'start'
      ? new Promise((resolve) => {
          finish = () => resolve('found');
        })
      : call(wanted, timeoutMs);
  expect(await scanCoins(slow, ['00'], QUICK)).toBe('found');
});

test('[D9] one that stalls is cancelled', async () => {
  const { call, asked } = await startNode(([action]) => (action === 'start' ? null : result('{"progress":42}')));
  await expect(scanCoins(call, ['00'], QUICK)).rejects.toThrow('stopped at 42 per cent');
  expect(asked.at(-1)).toEqual(['abort']);
});

test.each([
  ['refuses', '{"result":null,"error":{"code":-8,"message":"Scan already in progress"},"id":1}', /already in progress/],
  ['answers with a page', '<html>busy</html>', /not JSON/],
])('[D9] a node that %s gives a message', async (_, text, words) => {
  const { call } = await startNode(() => text);
  const scan = scanCoins(call, ['00'], QUICK);
  await expect(scan).rejects.toThrow(NodeFault);
  await expect(scan).rejects.toThrow(words);
});
