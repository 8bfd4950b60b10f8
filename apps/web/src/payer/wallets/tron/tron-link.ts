import { isFields } from '../server-calls.ts';

/** The part of the interface that TronLink sets on the window, and others after it, that is used here. */
export interface TronLink {
  /** Asks the payer for an account. */
  connect(): Promise<unknown>;
  /** The chosen account's address; null before one was chosen. */
  account(): string | null;
  /** Has the wallet sign a transaction, and answers it with its signatures. */
  sign(transaction: object): Promise<unknown>;
}

/** A function of a thing, called on it. */
function methodOf(thing: unknown, name: string): ((input: unknown) => Promise<unknown>) | null {
  const method: unknown = isFields(thing) ? thing[name] : undefined;
  return typeof method === 'function' ? async (input) => method.call(thing, input) as unknown : null;
}

const fieldOf = (thing: unknown, name: string): unknown => (isFields(thing) ? thing[name] : undefined);

/** The wallet that is on this window (docs.tronlink.org, "DApp integration"); null where there is none. */
export function readTronLink(page: object): TronLink | null {
  const link: unknown = Reflect.get(page, 'tronLink');
  const request = methodOf(link, 'request');
  if (request === null) return null;
  // It is complete, and another one after a change of the account, only once the payer has connected.
  const tronWeb = (): unknown => fieldOf(link, 'tronWeb') || Reflect.get(page, 'tronWeb');
  return {
    connect: () => request({ method: 'tron_requestAccounts' }),
    account: () => {
      const address = fieldOf(fieldOf(tronWeb(), 'defaultAddress'), 'base58');
      return typeof address === 'string' && address !== '' ? address : null;
    },
    sign: async (transaction) => methodOf(fieldOf(tronWeb(), 'trx'), 'sign')?.(transaction),
  };
}
