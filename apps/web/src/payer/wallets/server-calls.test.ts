// Guarantee: what a wallet has signed ends as sent, as certainly not sent and why, or as unknown; the network's refusal is
// told from all else.
import { afterEach, expect, it, vi } from 'vitest';
import { askToPrepare, askToSend } from './server-calls.ts';

const fetching = vi.fn<typeof fetch>();
afterEach(() => vi.unstubAllGlobals());

/** A server that always answers so; null: it never answers. */
function answer(status: number, body: object | null): void {
  vi.stubGlobal('fetch', fetching.mockReset());
  fetching.mockImplementation(async () => {
    if (body === null) throw new TypeError('Failed to fetch');
    return Response.json(body, { status });
  });
}

function send(status: number, body: object | null): Promise<string> {
  answer(status, body);
  return askToSend('/api/payments/1/tron-transaction', { rawData: '0a02' }, 'transaction');
}

it.each<[string, number, object | null, string]>([
  ['the amount is below the least', 422, { code: 'too-small' }, 'too-small'],
  ['the account can not pay there', 422, { code: 'account-wrong' }, 'unsupported'],
  ['the network is not watched now', 422, { code: 'network-wrong' }, 'unsupported'],
  ['the rate has ended', 409, { code: 'rate-ended' }, 'rate-ended'],
  ['our server does not answer', 0, null, 'offline'],
])('prepares nothing where %s, and says so', async (_what, status, body, problem) => {
  answer(status, body);
  await expect(askToPrepare('/api/payments/1/tron-transaction')).rejects.toMatchObject({ problem });
});

it('answers the id of what was sent', async () => {
  await expect(send(202, { data: { transaction: 'aa' } })).resolves.toBe('aa');
  expect(fetching).toHaveBeenCalledOnce();
});

it.each<[string, number, object, string]>([
  ['the network did not take it', 422, { code: 'refused' }, 'refused'],
  ['the wallet has signed something else', 422, { code: 'transaction-wrong' }, 'failed'],
  ['there is no reason', 422, {}, 'failed'],
  ['the rate has ended', 409, { code: 'rate-ended' }, 'rate-ended'],
  ['there were too many calls', 429, {}, 'too-many'],
])('sends once, and says what it was, where %s', async (_what, status, body, problem) => {
  await expect(send(status, body)).rejects.toMatchObject({ problem });
  expect(fetching).toHaveBeenCalledOnce();
});

it.each<[string, number, object | null]>([
  ['the node does not answer', 503, { code: 'dependency-down' }],
  ['our server does not answer', 0, null],
  ['an answer has no id', 202, { data: {} }],
])('sends the same again where %s, and does not know then', async (_what, status, body) => {
  await expect(send(status, body)).rejects.toMatchObject({ problem: 'unknown' });
  expect(fetching).toHaveBeenCalledTimes(3);
});
