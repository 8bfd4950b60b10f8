// Guarantee: a call always ends in something that its screen can show, and an ended session is dropped everywhere.
import { DEVICE_HEADER, DEVICE_PATTERN, endpoints, PROOF_NEEDED, TEXTS, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, CallError, callOrThrow, isUnreachable, messageFor, onSessionDropped } from './client.ts';
import { onProofNeeded } from './proof-gate.ts';

const { accounts, wallets } = endpoints;
const fetching = vi.fn<typeof fetch>();

function answer(status: number, body: string): void {
  fetching.mockResolvedValueOnce(new Response(body, { status }));
}

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/account/wallets');
  vi.stubGlobal('fetch', fetching.mockReset());
});
afterEach(() => vi.unstubAllGlobals());

describe('a call', () => {
  it('goes to the API as JSON with the Bearer token', async () => {
    localStorage.setItem(TOKEN_STORAGE_KEY, 'tok');
    answer(200, '{"message":"Sent"}');
    await expect(call(accounts.resendOtp, { body: { email: 'a@b.ng' } })).resolves.toEqual({ message: 'Sent' });
    const [address, request] = fetching.mock.calls[0] ?? [];
    expect(address).toBe('/api/auth/resend-otp');
    expect(request?.method).toBe('POST');
    expect(request?.body).toBe('{"email":"a@b.ng"}');
    expect(new Headers(request?.headers).get('authorization')).toBe('Bearer tok');
    expect(new Headers(request?.headers).get('content-type')).toBe('application/json');
    expect(request?.signal).toBeUndefined();
    const device = new Headers(request?.headers).get(DEVICE_HEADER);
    expect(device).toMatch(DEVICE_PATTERN);
    answer(200, '{"message":"Sent"}');
    await call(accounts.resendOtp, { body: { email: 'a@b.ng' } });
    expect(new Headers(fetching.mock.calls[1]?.[1]?.headers).get(DEVICE_HEADER)).toBe(device);
  });

  it('puts parameters and query into the address, escaped', async () => {
    answer(422, '{"message":"No"}');
    await call(wallets.create, { params: { currency: 'A/B' }, query: { network: 'b s&c' } }).catch(() => undefined);
    // Only at sign-up and sign-in: no page of another origin learns it.
    expect(new Headers(fetching.mock.calls[0]?.[1]?.headers).has(DEVICE_HEADER)).toBe(false);
    expect(fetching.mock.calls[0]?.[0]).toBe('/api/wallet/A%2FB?network=b+s%26c');
  });

  it('throws what the server said, with its status, and 403 and 404 change nothing else', async () => {
    localStorage.setItem(TOKEN_STORAGE_KEY, 'tok');
    for (const status of [403, 404, 409, 422, 500]) {
      answer(status, '{"message":"Not this way"}');
      const failure: unknown = await call(accounts.getUser).catch((thrown: unknown) => thrown);
      expect(failure).toBeInstanceOf(CallError);
      expect(failure).toMatchObject({ status, message: 'Not this way' });
    }
    expect(localStorage.getItem(TOKEN_STORAGE_KEY)).toBe('tok');
  });

  it('leaves the sentence to the fallback where the server gave none', async () => {
    for (const body of ['<html>Bad gateway</html>', '{"message":7}', '']) {
      answer(502, body);
      const failure: unknown = await call(accounts.getUser).catch((thrown: unknown) => thrown);
      expect(messageFor(failure, 'Fallback')).toBe('Fallback');
    }
  });

  it('refuses an answer that is not what the contract says', async () => {
    answer(200, '{"data":{"id":1}}');
    await expect(call(accounts.getUser)).rejects.toThrow('Please reload the page');
  });
});

describe('no response', () => {
  it('resolves to the fixed text instead of throwing', async () => {
    fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const result = await call(accounts.getUser);
    expect(result).toBe('Kindly check your network (network error)');
    expect(isUnreachable(result)).toBe(true);
  });

  it('is a failure with the same text for queries', async () => {
    fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(callOrThrow(accounts.getUser)).rejects.toThrow(TEXTS.networkError);
  });

  it('does not cover time-outs and aborts', async () => {
    for (const name of ['TimeoutError', 'AbortError']) {
      fetching.mockRejectedValueOnce(new DOMException('over', name));
      await expect(call(accounts.getUser)).rejects.toMatchObject({ name });
    }
  });
});

describe('a call that needs a fresh proof', () => {
  const refused = (): void => answer(403, JSON.stringify({ message: 'Your password, please.', code: PROOF_NEEDED }));
  let forget: () => void = () => undefined;
  afterEach(() => forget());

  it('is made again once the proof is given', async () => {
    localStorage.setItem(TOKEN_STORAGE_KEY, 'tok');
    forget = onProofNeeded(async () => true);
    refused();
    answer(200, '{"message":"Out"}');
    await expect(call(accounts.logout)).resolves.toEqual({ message: 'Out' });
    expect(fetching).toHaveBeenCalledTimes(2);
  });

  it('[A12] is not made again where another person has signed in in another tab since', async () => {
    localStorage.setItem(TOKEN_STORAGE_KEY, 'first');
    forget = onProofNeeded(async () => {
      localStorage.setItem(TOKEN_STORAGE_KEY, 'second');
      return true;
    });
    refused();
    await expect(call(accounts.logout)).rejects.toMatchObject({ status: 403, message: 'Your password, please.' });
    expect(fetching).toHaveBeenCalledOnce();
  });
});

describe('a 401', () => {
  it('removes the token and leads to /login', async () => {
    const leave = vi.fn<() => void>();
    const withdraw = onSessionDropped(leave);
    localStorage.setItem(TOKEN_STORAGE_KEY, 'dead');
    answer(401, '{"message":"Please log in"}');
    await expect(call(accounts.getUser)).rejects.toMatchObject({ status: 401 });
    expect(localStorage.getItem(TOKEN_STORAGE_KEY)).toBeNull();
    expect(leave).toHaveBeenCalledOnce();
    withdraw();
  });

  it('leads nowhere on /login and /signup', async () => {
    const leave = vi.fn<() => void>();
    const withdraw = onSessionDropped(leave);
    for (const path of ['/login', '/signup']) {
      window.history.replaceState(null, '', path);
      answer(401, '{"message":"Wrong password"}');
      await expect(call(accounts.login, { body: { email: 'a@b.ng', password: 'x' } })).rejects.toThrow(
        'Wrong password',
      );
    }
    expect(leave).not.toHaveBeenCalled();
    withdraw();
  });

  it('leaves a newer token alone when it answers a call made with an older one', async () => {
    localStorage.setItem(TOKEN_STORAGE_KEY, 'new');
    answer(401, '{"message":"Gone"}');
    await call(accounts.logout, { token: 'old' }).catch(() => undefined);
    expect(localStorage.getItem(TOKEN_STORAGE_KEY)).toBe('new');
  });

  it('that comes after another login leaves the new session alone', async () => {
    const leave = vi.fn<() => void>();
    const withdraw = onSessionDropped(leave);
    let answerLate: (response: Response) => void = () => undefined;
    fetching.mockReturnValueOnce(
      new Promise((resolve) => {
        answerLate = resolve;
      }),
    );
    localStorage.setItem(TOKEN_STORAGE_KEY, 'dead');
    const late = call(accounts.getUser);
    localStorage.setItem(TOKEN_STORAGE_KEY, 'new');
    answerLate(new Response('{"message":"Gone"}', { status: 401 }));
    await expect(late).rejects.toMatchObject({ status: 401 });
    expect(localStorage.getItem(TOKEN_STORAGE_KEY)).toBe('new');
    expect(leave).not.toHaveBeenCalled();
    withdraw();
  });
});
