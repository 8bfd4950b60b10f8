import { WalletFailure } from '../wallet.ts';

/** The account's balance and what the payment takes of it, in smallest units. */
export interface Holding {
  readonly held: bigint;
  readonly needed: bigint;
}

/** A transaction that pays what is missing, for the payer's wallet to sign. */
export interface PreparedTransfer {
  readonly transaction: Uint8Array;
  /** Lamports: for the payment itself where it is in SOL, the fee, and the rent of an account that it opens. */
  readonly coins: Holding;
  /** Null where the payment is in SOL. */
  readonly tokens: Holding | null;
}

/** Our server's calls for a payment on Solana: the transaction to sign, and where to send it. */
export interface PaymentCalls {
  /** Throws `WalletFailure`; nothing is sent. */
  prepare(paymentId: string, payer: string): Promise<PreparedTransfer>;
  /**
   * Sends a signed transaction to the network and answers its id; the same one may be sent again. Throws
   * `WalletFailure`, `unknown` where it may have reached the network.
   */
  send(paymentId: string, transaction: Uint8Array): Promise<string>;
}

const PROBLEMS = new Map<number, WalletFailure['problem']>([
  [404, 'unsupported'],
  [409, 'rate-ended'],
  [422, 'too-small'],
  [429, 'too-many'],
]);
/** The same bytes can be sent any number of times: the network accepts them once. */
const SEND_TRIES = 3;

/** The calls at the payment API's address, which has no slash at its end. */
export function createPaymentCalls(apiBase: string): PaymentCalls {
  const addressOf = (paymentId: string, what: 'transfer' | 'transaction'): string =>
    `${apiBase}/payments/${encodeURIComponent(paymentId)}/solana-${what}`;
  return {
    prepare: async (paymentId, payer) => {
      const { status, data } = await ask(`${addressOf(paymentId, 'transfer')}?payer=${encodeURIComponent(payer)}`);
      if (status !== 200) throw new WalletFailure(PROBLEMS.get(status) ?? 'offline');
      const coins = readHolding(data['coins']);
      const isWhole = typeof data['transaction'] === 'string' && coins !== null;
      if (!isWhole) throw new WalletFailure('offline');
      return { transaction: bytesOf(String(data['transaction'])), coins, tokens: readHolding(data['tokens']) };
    },
    send: async (paymentId, transaction) => {
      const body = JSON.stringify({ transaction: textOf(transaction) });
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      for (let tries = 1; ; tries += 1) {
        const { status, data } = await ask(addressOf(paymentId, 'transaction'), request);
        if (status === 202 && typeof data['signature'] === 'string') return data['signature'];
        if (status === 422) throw new WalletFailure('failed');
        const problem = PROBLEMS.get(status);
        if (problem !== undefined) throw new WalletFailure(problem);
        if (tries === SEND_TRIES) throw new WalletFailure('unknown');
      }
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The answer's status and data; 0 where there was no readable answer. */
async function ask(address: string, request: RequestInit = {}): Promise<{ status: number; data: Fields }> {
  try {
    const response = await fetch(address, { ...request, cache: 'no-store' });
    const answer: unknown = await response.json();
    const data = isFields(answer) ? answer['data'] : undefined;
    return { status: response.status, data: isFields(data) ? data : {} };
  } catch {
    return { status: 0, data: {} };
  }
}

function readHolding(value: unknown): Holding | null {
  if (!isFields(value)) return null;
  const { held, needed } = value;
  const isText = typeof held === 'string' && typeof needed === 'string';
  return isText && /^\d+$/.test(held + needed) ? { held: BigInt(held), needed: BigInt(needed) } : null;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const textOf = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
