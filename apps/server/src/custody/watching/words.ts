import { findLedgerAsset } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { ScannedBlock, Transfer } from '../deposits/chain.ts';
import type { DeepDeposit } from './db.ts';

/** What one provider's block has of a deposit. */
export interface Word {
  /** The same text where two providers say the same; empty where the block has no such payment. */
  readonly key: string;
  readonly transfers: readonly Transfer[];
}

interface Coins {
  readonly asset: string;
  readonly amount: bigint;
}

type Described = Pick<DeepDeposit, 'identity' | 'paidAs' | 'addressKey' | 'amount' | 'blockHash'>;

const keyOf = ({ asset, addressKey, amount }: Transfer): string => `${asset} ${addressKey} ${amount}`;

/** The word of a provider that has the deposit exactly so. Pure. */
export const recorded = ({ paidAs, addressKey, amount }: Described): string => `${paidAs} ${addressKey} ${amount}`;

/**
 * What a provider's blocks say of a deposit; null where they say nothing: another block is in its place, or the payment is
 * not there in a block whose contracts were not traced. Pure.
 */
export function wordOn(deposit: Described, blocks: readonly ScannedBlock[] | null): Word | null {
  const block = blocks?.find(({ hash }) => hash === deposit.blockHash);
  if (block === undefined) return null;
  const transfers = block.transfers.filter(({ identity }) => identity === deposit.identity);
  if (transfers.length === 0 && block.isUntraced === true && block.hasBlankTrace !== true) return null;
  return { key: transfers.map(keyOf).join(', '), transfers };
}

/**
 * What at least `needed` providers say alike, and not as it was recorded; null where there are fewer. That there is no such
 * payment counts only where none of them has it any more: coins that one still shows are not given up. Pure.
 */
export function overruling(deposit: Described, words: ReadonlyMap<string, Word>, needed: number): Word | null {
  const isStillSaid = [...words.values()].some(({ key }) => key === recorded(deposit));
  for (const word of words.values()) {
    if (word.key === recorded(deposit) || (word.key === '' && isStillSaid)) continue;
    if (hostsSaying(words, word.key).length >= needed) return word;
  }
  return null;
}

/** Who says so. Pure. */
export const hostsSaying = (words: ReadonlyMap<string, Word>, key: string): string[] =>
  [...words].flatMap(([host, word]) => (word.key === key ? [host] : []));

/** A sentence for each provider that says something else than `key`; null where none does. Pure. */
export function describeContradiction(words: ReadonlyMap<string, Word>, key: string): string | null {
  const sentences = [...words].flatMap(([host, word]) => (word.key === key ? [] : [describeWord(host, word)]));
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** What a provider says of a payment, as text for people. Pure. */
export const describeWord = (host: string, { transfers }: { readonly transfers: readonly Coins[] }): string =>
  transfers.length === 0
    ? `${host} has no such payment in this block.`
    : `${host} has ${transfers.map(describeCoins).join(' and ')} in its place.`;

function describeCoins({ asset, amount }: Coins): string {
  const { decimals = 0, currency = asset } = findLedgerAsset(asset) ?? {};
  return `${formatUnits(amount, decimals)} ${currency}`;
}
