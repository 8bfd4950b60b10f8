/** What a press of the button is meant to order: another amount or coin is another intent, another rate is not. */
export interface SubmitIntent {
  readonly currency: string;
  readonly network: string;
  readonly amount: string;
}

type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const STORAGE_KEY = 'kobogate_conversion_intent';

const nameOf = (intent: SubmitIntent): string => `${intent.currency} ${intent.network} ${intent.amount}`;

/**
 * The idempotency key of an intent: the same for a double click, a retry after a lost answer, and a reload of the tab,
 * until `forgetIntent` says that its order is known. So one intent makes one order.
 */
export function keyOfIntent(intent: SubmitIntent, store: KeyStore, newKey: () => string): string {
  const [key, name] = (store.getItem(STORAGE_KEY) ?? '').split('|');
  if (key !== undefined && key !== '' && name === nameOf(intent)) return key;
  const fresh = newKey();
  store.setItem(STORAGE_KEY, `${fresh}|${nameOf(intent)}`);
  return fresh;
}

/** The order of the last intent is known: the next press is a new one. */
export function forgetIntent(store: KeyStore): void {
  store.removeItem(STORAGE_KEY);
}
