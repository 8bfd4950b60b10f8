import type { OrderId } from '@kobogate/contract';
import { isId, readId } from '../../platform/identifiers.ts';
import { readSearch, type Search } from '../../platform/search-pattern.ts';

/** What a typed text may name of an order; a field that it can't be is null or empty. */
export interface OrderSearch {
  /** The order's id, also where it stands in a payout's reference. */
  readonly orderId: OrderId | null;
  /** A chain's transaction in the forms in which one is stored: whole, as the chain's explorers write it. */
  readonly transactions: readonly string[];
  readonly accountNumber: string | null;
  /** A bank's session, or a payout's reference. */
  readonly bankText: string | null;
  /** The customer's name, e-mail or phone number. */
  readonly person: Search | null;
}

const REFERENCE = /^kg-?([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-\d+)?$/i;

/** Reads what was typed to find orders; null for nothing. Pure. */
export function readOrderSearch(typed: string): OrderSearch | null {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return null;
  const hash = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
  const isLong = /^[0-9A-Za-z]{40,100}$/.test(text);
  const id = REFERENCE.exec(text)?.slice(1, 6).join('-') ?? text;
  const isPerson = hash === undefined && !isLong && !isId(id);
  return {
    orderId: readId<OrderId>(id.toLowerCase()),
    transactions: hash === undefined ? (isLong ? [text] : []) : [hash, `0x${hash}`],
    accountNumber: /^\d{10}$/.test(text) ? text : null,
    bankText: text.length <= 100 && !/\s/.test(text) ? text : null,
    person: isPerson ? readSearch(text) : null,
  };
}
