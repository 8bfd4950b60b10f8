import {
  type CustomField,
  isCurrency,
  isLinkCurrency,
  type LinkCurrency,
  linkDecimals,
  type LinkState,
  type ImageId,
  type UserId,
  type LinkId,
} from '@kobogate/contract';
import { conflict, type Failure, notFound } from '../../platform/errors.ts';

/** A merchant's own pairs of a name and a text. */
export type Metadata = Readonly<Record<string, string>>;

/** A coin on a network. */
export interface Pair {
  readonly currency: string;
  readonly network: string;
}

/** What a link asks for and accepts. Amounts are exact decimal texts in `amountCurrency`. */
export interface LinkTerms {
  readonly name: string;
  readonly purpose: string;
  readonly amountCurrency: LinkCurrency;
  /** Null where the payer chooses. */
  readonly amount: string | null;
  /** Bounds where the payer chooses; null: none. */
  readonly minimumAmount: string | null;
  readonly maximumAmount: string | null;
  readonly coins: readonly string[];
  /** The pairs that may be paid with; none: every network of `coins`. */
  readonly accepted: readonly Pair[];
  readonly isOnce: boolean;
  readonly expiresAt: Date | null;
  readonly successMessage: string | null;
  readonly redirectUrl: string | null;
  /** The merchant's own data, never shown to payers. */
  readonly metadata: Metadata;
  /** What each payer is asked for. */
  readonly customFields: readonly CustomField[];
  readonly bannerImageId: ImageId | null;
  readonly profileImageId: ImageId | null;
}

/** A link as it is stored. */
export interface LinkRecord extends LinkTerms {
  readonly id: LinkId;
  readonly userId: UserId;
  /** Its state at the time of reading. */
  readonly state: LinkState;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** 404: there is no link with this id, or it is not the caller's. */
export const unknownLink = (): Failure =>
  notFound(
    'There is no such payment link. Please check the address with the person who gave it to you.',
    'link-unknown',
  );

/** Why a link can't be paid now, as text for a payer; null where it can. */
export function refusalOf({ state }: Pick<LinkRecord, 'state'>): Failure | null {
  switch (state) {
    case 'active':
      return null;
    case 'inactive':
      return notFound(
        'This payment link is no longer active. Nothing was paid. Please ask the person who sent it to you for a new one.',
        'link-inactive',
      );
    case 'expired':
      return conflict(
        'This payment link has expired. Nothing was paid. Please ask the person who sent it to you for a new one.',
        'link-expired',
      );
    case 'used':
      return conflict(
        'This payment link was for one payment, and it has been paid. Please ask the person who sent it to you if you owe more.',
        'link-used',
      );
  }
}

/** Whether a link takes a coin on a network, as far as its owner decides. */
export function acceptsPair({ coins, accepted }: Pick<LinkTerms, 'coins' | 'accepted'>, pair: Pair): boolean {
  const isListed = accepted.some(({ currency, network }) => currency === pair.currency && network === pair.network);
  return coins.includes(pair.currency) && (accepted.length === 0 || isListed);
}

/** An amount as people write it in its currency: naira and dollars with two decimals. `amount` is an exact decimal. */
export function writeAmount(amount: string, currency: LinkCurrency): string {
  if (isCurrency(currency)) return amount;
  const [whole = '0', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.padEnd(linkDecimals(currency), '0')}`;
}

/** Reads a link's currency from the database. Throws for any other value. */
export function readLinkCurrency(text: string): LinkCurrency {
  if (!isLinkCurrency(text)) throw new Error(`a payment link is counted in ${text}, which is no currency of links`);
  return text;
}
