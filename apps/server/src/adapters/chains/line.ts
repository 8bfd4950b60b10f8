import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { NodeFault, type Usage } from '../../custody/index.ts';
import { socketAt } from './socket.ts';
import { TooMuch } from './too-much.ts';

const TIMEOUT_MS = 10_000;
/** A wait that a provider asks for is waited for in the middle of the work up to this; after that the work is left. */
const SHORT_MS = 3_000;
/** Without a `Retry-After`: this long, twice as long each time, with a random part so that clients don't return at once. */
const FIRST_REST_MS = 500;
const LONGEST_REST_MS = 60_000;
/**
 * Refusals for now: too many requests, and those of Blockfrost for a day's quota that is used up and for callers who continue
 * after that, whom it then bans (https://docs.blockfrost.io, "Errors").
 */
const FOR_NOW: ReadonlySet<number> = new Set([402, 418, 429]);
/** Keys are longer; the parts of a path that are none, such as `v2` or `rpc`, are not. */
const SHORTEST_KEY = 12;
const DAY_MS = 86_400_000;
/** What a poll takes where a block is new: its number, the block, its trace and its logs. */
const CALLS_PER_POLL = 4;

/** What the operator allows to be asked of each provider of a network; null: as much as it answers. */
export interface CallBudget {
  readonly perSecond: number | null;
  readonly perDay: number | null;
}

const NO_BUDGET: CallBudget = { perSecond: null, perDay: null };

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

/** The way to one provider: counts what is asked of it, and keeps to its limits and to the operator's budget. */
export interface Line {
  readonly url: string;
  /**
   * One request, answered within ten seconds. Throws `NodeFault` where the provider can’t be reached, and `TooMuch`
   * where it did not answer in time, asks for a rest, or the day's budget is used up.
   */
  send(url: string, request: RequestInit, calls: number): Promise<Answer>;
  /** Notes that the provider refused for now in an answer of its own, and throws `TooMuch` with this sentence. */
  refuse(sentence: string): never;
  /** The most calls for one request by the budget; never below 1. */
  most(): number;
  /** Milliseconds until it may be asked again; 0: at once. */
  restingMs(): number;
  /** The most calls a day; null: as many as it answers. */
  readonly callsPerDay: number | null;
  usage(): Usage;
  /** Goes on counting from what an earlier process has used on the same day. */
  resume(usage: Usage): void;
  /** The pause between two polls with which the rest of the day's budget lasts until midnight; 0 without a budget. */
  paceMs(): number;
}

/** The milliseconds of a `Retry-After`, as seconds or as a date (RFC 9110, section 10.2.3); null without one. Pure. */
function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,6}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** By what a line measures its rests and its budget, and how it waits. */
interface LineTime {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  pause(milliseconds: number): Promise<void>;
}

const MACHINE_TIME: LineTime = { now: () => performance.now(), pause };

export interface LineOptions {
  readonly budget?: CallBudget | undefined;
  /** Whether no other provider can be asked instead: a short rest is then waited for. */
  readonly isAlone?: boolean | undefined;
  /** The machine's, unless rests are to take no time. */
  readonly time?: LineTime | undefined;
}

/** Opens the way to the provider at `url`. */
export function openLine(
  url: string,
  { budget = NO_BUDGET, isAlone = true, time = MACHINE_TIME }: LineOptions = {},
): Line {
  const secrets = keysIn(url);
  let restUntil = 0;
  let restMs = FIRST_REST_MS;
  let why = '';
  let allowance = { at: time.now(), calls: budget.perSecond ?? 0 };
  let used: Usage = { day: today(), calls: 0, bytes: 0 };

  const restingMs = (): number => Math.max(0, restUntil - time.now());
  function usage(): Usage {
    if (used.day !== today()) used = { day: today(), calls: 0, bytes: 0 };
    return used;
  }
  function rest(asked?: number): void {
    const own = restMs / 2 + Math.random() * (restMs / 2);
    restMs = Math.min(restMs * 2, LONGEST_REST_MS);
    restUntil = Math.max(restUntil, time.now() + Math.min(asked ?? own, DAY_MS));
  }
  /** Waits until the provider and the budget allow so many calls. */
  async function wait(calls: number): Promise<void> {
    const { perSecond, perDay } = budget;
    if (perDay !== null && usage().calls + calls > perDay) {
      throw new TooMuch(`The day's budget of ${perDay} calls is used up. It begins again at midnight (UTC).`, {
        canShrink: false,
      });
    }
    const left = restingMs();
    if (left > (isAlone ? SHORT_MS : 0)) {
      throw new TooMuch(`${why} We wait for ${Math.ceil(left / 1000)} s.`, { canShrink: false });
    }
    if (left > 0) await time.pause(left);
    if (perSecond === null) return;
    const now = time.now();
    const saved = Math.min(perSecond, allowance.calls + ((now - allowance.at) / 1000) * perSecond);
    allowance = { at: now, calls: saved - calls };
    if (allowance.calls < 0) await time.pause((-allowance.calls / perSecond) * 1000);
  }

  return {
    url,
    send: async (address, request, calls) => {
      await wait(calls);
      used = { ...usage(), calls: usage().calls + calls };
      const { ok, status, retryAfter, text: whole } = await exchange(address, request);
      const text = hideKeys(whole, secrets);
      const sent = typeof request.body === 'string' ? request.body.length : 0;
      used = { ...usage(), bytes: usage().bytes + text.length + sent };
      const asked = readRetryAfter(retryAfter, Date.now());
      if (FOR_NOW.has(status) || (status === 503 && asked !== null)) {
        rest(asked ?? undefined);
        why = `The provider refuses for now (HTTP status ${status})${reasonIn(text)}.`;
        throw new TooMuch(why, { canShrink: isAlone });
      }
      if (ok) restMs = FIRST_REST_MS;
      return { ok, status, text };
    },
    refuse: (sentence) => {
      why = sentence;
      rest();
      throw new TooMuch(sentence, { canShrink: isAlone });
    },
    most: () => Math.max(1, Math.floor(budget.perSecond ?? Infinity)),
    restingMs,
    callsPerDay: budget.perDay,
    usage,
    paceMs: () => {
      if (budget.perDay === null) return 0;
      const { calls } = usage();
      const leftMs = DAY_MS - (Date.now() % DAY_MS);
      return Math.min(LONGEST_REST_MS, (leftMs * CALLS_PER_POLL) / Math.max(1, budget.perDay - calls));
    },
    resume: (earlier) => {
      if (earlier.day !== usage().day) return;
      // What we asked before the earlier process did is in its count, or never was.
      used = {
        day: used.day,
        calls: Math.max(used.calls, earlier.calls),
        bytes: Math.max(used.bytes, earlier.bytes),
      };
    },
  };
}

const REASON = /"message"\s*:\s*"(?<reason>[^"\\]{1,200})"/;

/** The reason in a refusal's body, in whichever form it is, with a colon before it. */
function reasonIn(text: string): string {
  const reason = REASON.exec(text.slice(0, 2_000))?.groups?.['reason'];
  return reason === undefined ? '' : `: ${reason.replace(/\.$/, '')}`;
}

/** The parts of a provider's address that may be its key: of its path and its query, not its host. */
function keysIn(url: string): string[] {
  const { pathname, searchParams } = new URL(url);
  return [...pathname.split('/'), ...searchParams.values()].filter((part) => part.length >= SHORTEST_KEY);
}

/** An answer without the key, which a provider may repeat in what it says: that is shown and logged. Pure. */
const hideKeys = (text: string, keys: readonly string[]): string =>
  keys.reduce((rest, key) => rest.replaceAll(key, '…'), text);

/** A text without the key in a provider's address. Pure. */
export const hideKeysOf = (url: string, text: string): string => hideKeys(text, keysIn(url));

const today = (): string => new Date().toISOString().slice(0, 10);

interface Exchanged extends Answer {
  readonly retryAfter: string | null;
}

async function exchange(url: string, request: RequestInit): Promise<Exchanged> {
  if (/^wss?:/.test(url)) return exchangeBySocket(url, request);
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, status, headers } = response;
    return { ok, status, retryAfter: headers.get('retry-after'), text: await response.text() };
  } catch (cause) {
    if (cause instanceof DOMException) {
      throw new TooMuch('The node did not answer within 10 seconds.', { canShrink: false, cause });
    }
    throw new NodeFault('The node can’t be reached.', { cause });
  }
}

const Calls = z.array(z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) }));

/** The same calls over a WebSocket, a message each; there is no status, and a refusal is in an answer. */
async function exchangeBySocket(url: string, { body, headers }: RequestInit): Promise<Exchanged> {
  const calls = Calls.parse(JSON.parse(typeof body === 'string' ? body : ''));
  const socket = socketAt(url, new Headers(headers).get('authorization') ?? undefined);
  return { ok: true, status: 200, retryAfter: null, text: JSON.stringify(await socket.call(calls)) };
}
