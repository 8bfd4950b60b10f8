import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@kobogate/contract';
import { say } from './report.ts';

const CALLERS = 24;
const STREAMS = 12;
const LONGEST_PAUSE_MS = 500;
/** What pages ask for all day. */
const { accounts, orders, wallets, notifications } = endpoints;
const PATHS = [accounts.getUser, orders.listConversions, wallets.list, notifications.list].map(
  ({ path }) => `/api${path}`,
);

/** Requests and streams that go on beside what is tested. */
export interface Load {
  /** Requests that were not answered with 200, or not to their end: how many of each kind. */
  readonly failed: ReadonlyMap<string, number>;
  readonly streams: { readonly moved: number; readonly failed: number };
  done(): number;
  /** Resolves when all requests are answered; the streams end then. */
  readonly ended: Promise<void>;
}

interface LoadSettings {
  readonly port: number;
  /** Those who ask, in turn. */
  readonly tokens: readonly string[];
  /** No more requests are sent once so many were enough. */
  readonly isEnough: (sent: number) => boolean;
  /** What a caller waits after each answer. */
  readonly pauseMs?: number;
}

/** Sends requests to a port until their number is enough, some at a time, and keeps streams open beside them. */
export function startLoad({ port, tokens, isEnough, pauseMs = 0 }: LoadSettings): Load {
  const agent = new Agent({ keepAlive: true });
  const failed = new Map<string, number>();
  const streams = { moved: 0, failed: 0 };
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  let [sent, done] = [0, 0];
  const tokenOf = (place: number): string => tokens[place % tokens.length] ?? '';

  /** Answers what went wrong, or null. */
  const ask = (
    path: string,
    token: string,
    settings: { agent?: Agent; signal?: AbortSignal },
  ): Promise<string | null> =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' };
      const asked = request({ host: '127.0.0.1', port, path, headers, ...settings }, (answer) => {
        const end = (): void =>
          resolve(answer.statusCode === 200 && answer.complete ? null : `${path} ${answer.statusCode}`);
        answer
          .resume()
          .on('end', end)
          .on('error', (error) => resolve(`${path} ${error.message}`));
      });
      asked.on('error', (error) => resolve(`${path} ${error.message}`));
      asked.end();
    });

  async function follow(token: string): Promise<void> {
    while (!ending.signal.aborted) {
      const fault = await ask('/api/events', token, { signal: ending.signal });
      if (ending.signal.aborted) return;
      if (fault === null) streams.moved += 1;
      else {
        streams.failed += 1;
        say(`a stream: ${fault}`);
        await pause(LONGEST_PAUSE_MS);
      }
    }
  }
  async function call(place: number): Promise<void> {
    while (!isEnough(sent)) {
      const path = PATHS[sent % PATHS.length] ?? '';
      sent += 1;
      const fault = await ask(path, tokenOf(place), { agent });
      if (fault !== null) failed.set(fault, (failed.get(fault) ?? 0) + 1);
      done += 1;
      if (pauseMs > 0) await pause(pauseMs);
    }
  }
  const followers = Array.from({ length: STREAMS }, (_, place) => follow(tokenOf(place)));
  const callers = Array.from({ length: CALLERS }, (_, place) => call(place));
  async function finish(): Promise<void> {
    await Promise.all(callers);
    ending.abort();
    await Promise.all(followers);
    agent.destroy();
  }
  return { failed, streams, done: () => done, ended: finish() };
}
