import { callHeaders } from './token.ts';

/** What was asked for before the app ran, by address. The script inside the document and the app share only this. */
interface Early {
  readonly token: string;
  /** In milliseconds of the document’s life. */
  readonly askedAt: number;
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  var kobogateEarly: Early | undefined;
}

/** An answer that is older is not given: what it says may have changed. */
const GOOD_FOR_MS = 10_000;

/** Asks for these addresses with a session's token, so that the answers come while the app is still loaded. */
export function askEarly(token: string, addresses: readonly string[]): void {
  const ask = (address: string): [string, Promise<Response>] => {
    const answer = fetch(address, { headers: callHeaders(token) });
    // A failure is the app's to see, where it takes the answer.
    answer.catch(() => undefined);
    return [address, answer];
  };
  globalThis.kobogateEarly = { token, askedAt: performance.now(), answers: new Map(addresses.map(ask)) };
}

/**
 * The answer to a call that was asked for early with the same token; undefined where there is none of the last
 * ten seconds. Each is given once:
 * the next call asks again.
 */
export function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const early = globalThis.kobogateEarly;
  if (early === undefined || early.token !== token || performance.now() - early.askedAt > GOOD_FOR_MS) return undefined;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer;
}
