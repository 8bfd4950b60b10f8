// Guarantee: every call ends in the server's answer or in an error that tells whether it was carried out; one that
// makes something keeps its idempotency key however often it is sent; and a key is sent only to its own Kobogate.
import { API_VERSION } from '@kobogate/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { KobogateError } from './errors.ts';

const fetching = vi.fn<typeof fetch>();
const kobogate = createClient({
  origin: 'https://pay.example/',
  apiKey: 'kobo_live_x',
  fetch: fetching,
  timeoutMs: 50,
});
const LINK = { name: 'Sample', purpose: 'A sample', amount: '1', coins: ['USDT' as const] };

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  fetching.mockResolvedValueOnce(new Response(text, { status, headers }));
}
const sent = (call = 0) => {
  const [address, request] = fetching.mock.calls[call] ?? [];
  return { address, request, headers: new Headers(request?.headers) };
};
const failureOf = async (call: Promise<unknown>): Promise<KobogateError> => {
  const thrown: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof KobogateError) return thrown;
  throw new Error(`it ended in ${String(thrown)}`);
};

beforeEach(() => void fetching.mockReset());

describe('a call', () => {
  it('goes to the API with the key, without cookies, and follows no redirect', async () => {
    answer(200, { data: { id: 'a b' } });
    await expect(kobogate.payments.get('a/b')).resolves.toEqual({ id: 'a b' });
    const { address, request, headers } = sent();
    expect(address).toBe('https://pay.example/api/payments/a%2Fb');
    expect(request).toMatchObject({ method: 'GET', credentials: 'omit', redirect: 'error' });
    expect(headers.get('authorization')).toBe('Bearer kobo_live_x');
    expect(headers.get('kobogate-version')).toBe(API_VERSION);
    expect(headers.get('content-type')).toBeNull();
  });

  it('goes nowhere for an id that would lead to another call, as one from a request of a buyer may', async () => {
    const body = { currency: 'USDT', network: 'bsc' };
    for (const id of ['..', '.', '']) {
      const calls = [kobogate.payments.get(id), kobogate.links.deactivate(id), kobogate.checkout.open(id, body)];
      for (const call of [...calls, kobogate.payments.withdrawRefund('a', id)]) {
        expect(await failureOf(call)).toMatchObject({ kind: 'refused', status: 0 });
      }
    }
    expect(fetching).not.toHaveBeenCalled();
  });

  it('puts the given parameters into its address, and nothing for those left out', async () => {
    answer(200, { data: [], next: null });
    await kobogate.payments.list({ state: 'paid', link: undefined, limit: '5' });
    expect(sent().address).toBe('https://pay.example/api/payments?state=paid&limit=5');
  });

  it('answers a file unchanged, and its refusal in words', async () => {
    const days = { from: '2026-11-01', to: '2026-11-30' };
    answer(200, 'Number,Amount\r\n7,"1"\r\n');
    await expect(kobogate.payments.csv(days)).resolves.toBe('Number,Amount\r\n7,"1"\r\n');
    fetching.mockResolvedValueOnce(new Response(Uint8Array.of(80, 75, 3, 4, 255)));
    await expect(kobogate.payments.workbook(days)).resolves.toEqual(Uint8Array.of(80, 75, 3, 4, 255));
    answer(422, { message: 'Please give a day.' });
    await expect(failureOf(kobogate.payments.workbook(days))).resolves.toMatchObject({
      kind: 'refused',
      message: 'Please give a day.',
    });
  });

  it('carries no key where there is none', async () => {
    answer(200, { data: null });
    await createClient({ origin: 'https://pay.example', fetch: fetching }).checkout.link('x');
    expect([sent().headers.has('authorization'), sent().headers.has('kobogate-version')]).toEqual([false, false]);
  });

  it('is not made by a client without an address', () => {
    expect(() => createClient({ origin: '' })).toThrow('Invalid URL');
  });
});

describe('a failure', () => {
  it('has the message, status, request id and time to wait that the server gave', async () => {
    answer(409, { message: 'It was changed since.', code: 'conflict' }, { 'x-request-id': 'r1', 'retry-after': '40' });
    await expect(failureOf(kobogate.links.get('x'))).resolves.toMatchObject({
      kind: 'refused',
      status: 409,
      message: 'It was changed since.',
      code: 'conflict',
      requestId: 'r1',
      retryAfterSeconds: 40,
    });
    expect(fetching).toHaveBeenCalledOnce();
  });

  it('has every field at fault, and nothing else that came in their place', async () => {
    const fault = { field: 'amount', message: 'Please enter an amount' };
    answer(400, { message: fault.message, code: 'fields', field: 'amount', faults: [fault, 'amount', { field: 1 }] });
    expect((await failureOf(kobogate.links.get('x'))).faults).toEqual([fault]);
    answer(400, { message: 'Not readable.' });
    expect((await failureOf(kobogate.links.get('x'))).faults).toEqual([]);
  });

  it('is told apart from an answer of something else on the way', async () => {
    answer(200, '<html>');
    expect((await failureOf(kobogate.links.get('x'))).kind).toBe('unreadable');
    const once = createClient({ origin: 'https://pay.example', fetch: fetching, retries: 0 });
    answer(502, '<html>');
    await expect(failureOf(once.links.get('x'))).resolves.toMatchObject({ kind: 'unavailable', status: 502 });
    fetching.mockRejectedValueOnce(new TypeError('fetch failed'));
    await expect(failureOf(once.links.get('x'))).resolves.toMatchObject({ kind: 'network', status: 0 });
  });

  it('by timeout is told apart from an abort, which throws the signal’s own reason', async () => {
    fetching.mockImplementation(
      (_address, request) =>
        new Promise((_resolve, reject) => {
          const stop = (): void => reject(request?.signal?.reason);
          if (request?.signal?.aborted === true) stop();
          else request?.signal?.addEventListener('abort', stop);
        }),
    );
    const once = createClient({ origin: 'https://pay.example', fetch: fetching, retries: 0, timeoutMs: 5 });
    expect((await failureOf(once.links.get('x'))).kind).toBe('timeout');
    const reason = new Error('no longer needed');
    await expect(kobogate.links.get('x', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('a second try', () => {
  it('keeps the idempotency key and the body of the first', async () => {
    fetching.mockRejectedValueOnce(new TypeError('fetch failed'));
    answer(503, { message: 'Down.' });
    answer(201, { data: { id: 'l1' } });
    await expect(kobogate.links.create(LINK)).resolves.toEqual({ id: 'l1' });
    const keys = [0, 1, 2].map((call) => sent(call).headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(sent(2).request?.body).toBe(JSON.stringify(LINK));
    answer(201, { data: {} });
    await kobogate.links.create(LINK, { idempotencyKey: 'order-1' });
    expect(sent(3).headers.get('idempotency-key')).toBe('order-1');
  });

  it('is made at most as often as allowed, and never for a change', async () => {
    fetching.mockImplementation(async () => new Response('{"message":"Down."}', { status: 503 }));
    await failureOf(kobogate.payments.get('x'));
    expect(fetching).toHaveBeenCalledTimes(3);
    await failureOf(kobogate.links.update('x', { ...LINK, version: 1 }));
    expect(fetching).toHaveBeenCalledTimes(4);
  });

  it('is not waited for once the caller has aborted it', async () => {
    answer(429, { message: 'Too many.' }, { 'retry-after': '20' });
    const { signal, abort } = (() => {
      const controller = new AbortController();
      return { signal: controller.signal, abort: () => controller.abort(new Error('off')) };
    })();
    const call = kobogate.links.get('x', { signal });
    setTimeout(abort);
    await expect(call).rejects.toThrow('off');
  });
});
