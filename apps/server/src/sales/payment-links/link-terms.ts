import { type CustomField, findAsset, type NewPaymentLink, REDIRECT_LENGTH } from '@kobogate/contract';
import { decideFields, ruleBroken } from '../../platform/errors.ts';
import { decideCustomFields } from './custom-fields.ts';
import type { LinkTerms, Metadata, Pair } from './link.ts';
import { type AmountRules, decideAmounts, type LinkAmounts } from './link-amount.ts';

/** What the rules of a link depend on besides the link. */
export interface TermsContext extends AmountRules {
  readonly now: Date;
  /** Whether payers may be redirected to this machine's own address, as on a developer's gateway. */
  readonly allowsLocalhost: boolean;
  /** What the link has now: it stays where a change says nothing of it. */
  readonly formerMetadata: Metadata;
  readonly formerFields: readonly CustomField[];
  /** The link's present end; it may stay although it has passed. */
  readonly formerEnd: Date | null;
}

const LONGEST_YEARS = 5;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

const NO_AMOUNTS: LinkAmounts = { amount: null, minimumAmount: null, maximumAmount: null };

/** The terms of a link from its owner's input. Throws 422 with every broken rule, by its field. Pure. */
export function decideTerms(input: NewPaymentLink, context: TermsContext): LinkTerms {
  const coins = [...new Set(input.coins)];
  const amounts = {
    isOpen: input.isAmountOpen ?? false,
    amount: input.amount,
    minimum: input.minimumAmount,
    maximum: input.maximumAmount,
  };
  return decideFields((of) => ({
    name: input.name,
    purpose: input.purpose,
    amountCurrency: context.currency,
    ...of('amount', () => decideAmounts(amounts, context), NO_AMOUNTS),
    coins,
    accepted: of('accepted', () => decidePairs(coins, input.accepted ?? []), []),
    isOnce: input.isOnce ?? false,
    expiresAt: of('expiresAt', () => decideEnd(input.expiresAt ?? '', context), null),
    successMessage: input.successMessage || null,
    metadata: input.metadata ?? context.formerMetadata,
    customFields: of(
      'customFields',
      () => (input.customFields === undefined ? context.formerFields : decideCustomFields(input.customFields)),
      [],
    ),
    bannerImageId: input.bannerImageId || null,
    profileImageId: input.profileImageId || null,
    redirectUrl: of('redirectUrl', () => decideRedirect(input.redirectUrl ?? '', context), null),
  }));
}

function decidePairs(coins: readonly string[], accepted: readonly Pair[]): Pair[] {
  const byCode = new Map<string, Pair>();
  for (const { currency, network } of accepted) {
    const asset = findAsset(currency, network);
    if (asset === undefined) throw ruleBroken('We do not know one of these coins on the network named with it.');
    if (!coins.includes(currency)) {
      throw ruleBroken(`A network of ${currency} is accepted, but ${currency} itself is not. Please choose both.`);
    }
    byCode.set(asset.code, { currency, network });
  }
  const bare = coins.find((coin) => byCode.size > 0 && accepted.every(({ currency }) => currency !== coin));
  if (bare !== undefined) throw ruleBroken(`Please choose at least one network for ${bare}, or leave the coin out.`);
  return [...byCode.values()];
}

function decideEnd(text: string, { now, formerEnd }: TermsContext): Date | null {
  if (text === '') return null;
  const end = INSTANT.test(text) ? new Date(text) : null;
  if (end === null || Number.isNaN(end.getTime())) {
    throw ruleBroken('Please give the end as a date and time with its zone, such as 2030-01-31T12:00:00Z.');
  }
  // JavaScript takes the 30th of February as a day of March.
  const day = text.slice(0, 10);
  if (new Date(day).toISOString().slice(0, 10) !== day) throw ruleBroken(`There is no such day as ${day}.`);
  if (formerEnd !== null && end.getTime() === formerEnd.getTime()) return end;
  if (end <= now) throw ruleBroken('That end has passed already. Please choose a later one, or none.');
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + LONGEST_YEARS);
  if (end > latest) throw ruleBroken(`Please choose an end within ${LONGEST_YEARS} years, or none.`);
  return end;
}

function decideRedirect(text: string, { allowsLocalhost }: TermsContext): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = allowsLocalhost && url?.protocol === 'http:' && url.hostname === 'localhost';
  if (url === null || (url.protocol !== 'https:' && !isLocal)) {
    throw ruleBroken(
      'Payers can only be sent on to an address that starts with https://, such as https://example.com/thanks.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw ruleBroken('Please leave the name and password out of the address that payers are sent on to.');
  }
  const { href } = url;
  if (href.length > REDIRECT_LENGTH) {
    throw ruleBroken(
      `As an address has it, with its special letters written out, this one has ${href.length} characters. Please keep it to ${REDIRECT_LENGTH}.`,
    );
  }
  return href;
}
