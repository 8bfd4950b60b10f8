import type { ErrorCode } from '@kobogate/contract';
import { WalletFailure } from './wallet.ts';

/** The account's balance and what the payment takes of it, in smallest units. */
export interface Holding {
  readonly held: bigint;
  readonly needed: bigint;
}

export type Fields = Readonly<Record<string, unknown>>;
/** Whether a value has fields that can be read. Pure. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const BY_STATUS = new Map<number, WalletFailure['problem']>([
  [404, 'unsupported'],
  [409, 'rate-ended'],
  [429, 'too-many'],
]);
/** Of 422. Any other is of a transaction that our server does not hand in: the wallet has signed something else. */
const BY_CODE = new Map<unknown, WalletFailure['problem']>([
  ['account-wrong' satisfies ErrorCode, 'unsupported'],
  ['network-wrong' satisfies ErrorCode, 'unsupported'],
  ['refused' satisfies ErrorCode, 'refused'],
  ['too-small' satisfies ErrorCode, 'too-small'],
]);
const problemOf = ({ status, code }: Answer): WalletFailure['problem'] | undefined =>
  status === 422 ? (BY_CODE.get(code) ?? 'failed') : BY_STATUS.get(status);
/** The same bytes can be sent any number of times: the network accepts them once. */
const SEND_TRIES = 3;

/** What our server prepares for a wallet. Throws `WalletFailure`; nothing is sent. */
export async function askToPrepare(address: string): Promise<Fields> {
  const answer = await ask(address);
  if (answer.status !== 200) throw new WalletFailure(problemOf(answer) ?? 'offline');
  return answer.data;
}

/**
 * Has our server send what a wallet has signed, and answers the field `named` of its answer: the id. Throws
 * `WalletFailure`, `unknown` where it may have reached the network.
 */
export async function askToSend(address: string, content: Fields, named: string): Promise<string> {
  const body = JSON.stringify(content);
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(address, request);
    const id = answer.data[named];
    if (answer.status === 202 && typeof id === 'string') return id;
    const problem = problemOf(answer);
    if (problem !== undefined) throw new WalletFailure(problem);
    if (tries === SEND_TRIES) throw new WalletFailure('unknown');
  }
}

/** An answer of our server; its status is 0 where there was no readable one. */
interface Answer {
  readonly status: number;
  /** The reason of an error. */
  readonly code: unknown;
  readonly data: Fields;
}

async function ask(address: string, request: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(address, { ...request, cache: 'no-store' });
    const answer: unknown = await response.json();
    const { code, data } = isFields(answer) ? answer : {};
    return { status: response.status, code, data: isFields(data) ? data : {} };
  } catch {
    return { status: 0, code: undefined, data: {} };
  }
}

/** A holding as our server writes it; null where it is none. Pure. */
export function readHolding(value: unknown): Holding | null {
  if (!isFields(value)) return null;
  const { held, needed } = value;
  const isText = typeof held === 'string' && typeof needed === 'string';
  return isText && /^\d+$/.test(held + needed) ? { held: BigInt(held), needed: BigInt(needed) } : null;
}
