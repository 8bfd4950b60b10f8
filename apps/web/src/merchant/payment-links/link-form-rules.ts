import {
  isCurrency,
  lagosDay,
  type LinkCurrency,
  linkDecimals,
  type NewPaymentLink,
  type OwnPaymentLink,
  type SupportedCoin,
  type ImageId,
} from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { type FieldRow, fieldsOf, rowsOf, rowsProblem } from './custom-field-rules.ts';
import type { Problem } from '../../lib/use-form.ts';

/** An uploaded picture. */
export interface Picture {
  readonly id: ImageId;
  readonly address: string;
}

/** The values of the form of a link. */
export interface LinkForm {
  readonly name: string;
  readonly purpose: string;
  readonly amountCurrency: LinkCurrency;
  readonly isOpen: boolean;
  readonly amount: string;
  readonly minimum: string;
  readonly maximum: string;
  /** Of what is on offer, as `USDT@bsc`. */
  readonly pairs: readonly string[];
  /** What payers are asked for besides. */
  readonly fields: readonly FieldRow[];
  readonly isOnce: boolean;
  /** The last day in Lagos, `2026-11-21`; empty: no end. */
  readonly endDay: string;
  readonly successMessage: string;
  readonly redirectUrl: string;
  readonly banner: Picture | null;
  readonly profile: Picture | null;
}

/** The value of a checkbox for a coin on a network. Pure. */
export const pairOf = (currency: string, network: string): string => `${currency}@${network}`;
const pairsOf = (coins: readonly SupportedCoin[]): string[] =>
  coins.flatMap(({ currency, networks }) => networks.map(({ id }) => pairOf(currency, id)));

/** The form of a new link: naira, a fixed amount, everything on offer. Pure. */
export function newForm(offered: readonly SupportedCoin[]): LinkForm {
  return {
    name: '',
    purpose: '',
    amountCurrency: 'NGN',
    isOpen: false,
    amount: '',
    minimum: '',
    maximum: '',
    pairs: pairsOf(offered),
    fields: [],
    isOnce: false,
    endDay: '',
    successMessage: '',
    redirectUrl: '',
    banner: null,
    profile: null,
  };
}

/** The form of an existing link. Pure. */
export function formOf(link: OwnPaymentLink, offered: readonly SupportedCoin[]): LinkForm {
  const everywhere = offered.filter(({ currency }) => link.coins.includes(currency));
  const accepted = link.accepted.map(({ currency, network }) => pairOf(currency, network));
  return {
    name: link.name,
    purpose: link.purpose,
    amountCurrency: link.amountCurrency,
    isOpen: link.isAmountOpen,
    amount: link.amount,
    minimum: link.minimumAmount ?? '',
    maximum: link.maximumAmount ?? '',
    pairs: pairsOf(everywhere).filter((pair) => accepted.length === 0 || accepted.includes(pair)),
    fields: rowsOf(link.customFields),
    isOnce: link.isOnce,
    endDay: link.expiresAt === null ? '' : lagosDay(Date.parse(link.expiresAt)),
    successMessage: link.successMessage ?? '',
    redirectUrl: link.redirectUrl ?? '',
    banner: pictureOf(link.bannerImageId, link.bannerImage),
    profile: pictureOf(link.profileImageId, link.profileImage),
  };
}

const pictureOf = (id: ImageId | null, address: string | null): Picture | null =>
  id === null || address === null ? null : { id, address };

/** The body that makes or changes a link: amounts and lists as in JSON. */
export type LinkBody = Omit<NewPaymentLink, 'coins'> & { coins: NewPaymentLink['coins'] };

/**
 * The link of a form, or the first problem in it; the server has further rules. `stored` is
 * the link being changed: its coins that are no longer offered stay, and so does an end that was not touched. Pure.
 */
export function readForm(
  form: LinkForm,
  offered: readonly SupportedCoin[],
  stored: OwnPaymentLink | null,
): { readonly link: LinkBody } | { readonly problem: Problem } {
  const problem = problemOf(form, stored, offered);
  if (problem !== null) return { problem };
  const currencies = new Set(form.pairs.map((pair) => pair.slice(0, pair.indexOf('@'))));
  const chosen = offered.filter(({ currency }) => currencies.has(currency));
  const isEverywhere = pairsOf(chosen).every((pair) => form.pairs.includes(pair));
  const kept = isEverywhere ? unoffered(stored, offered) : [];
  const amounts = form.isOpen
    ? { isAmountOpen: true, minimumAmount: form.minimum.trim() || null, maximumAmount: form.maximum.trim() || null }
    : { isAmountOpen: false, amount: form.amount.trim() };
  return {
    link: {
      name: form.name,
      purpose: form.purpose,
      amountCurrency: form.amountCurrency,
      ...amounts,
      coins: [...chosen.map(({ currency }) => currency), ...kept].filter((coin) => isCurrency(coin)),
      accepted: isEverywhere
        ? []
        : form.pairs.map((pair) => {
            const [currency = '', network = ''] = pair.split('@');
            return { currency, network };
          }),
      customFields: fieldsOf(form.fields),
      isOnce: form.isOnce,
      expiresAt: endOf(form.endDay, stored?.expiresAt ?? null),
      successMessage: form.successMessage.trim() || null,
      redirectUrl: form.redirectUrl.trim() || null,
      bannerImageId: form.banner?.id ?? null,
      profileImageId: form.profile?.id ?? null,
    },
  };
}

const unoffered = (stored: OwnPaymentLink | null, offered: readonly SupportedCoin[]): string[] =>
  (stored?.coins ?? []).filter((coin) => offered.every(({ currency }) => currency !== coin));

function problemOf(form: LinkForm, stored: OwnPaymentLink | null, offered: readonly SupportedCoin[]): Problem | null {
  if (form.name.trim() === '') return { field: 'name', text: 'Please give the link a name' };
  if (form.purpose.trim() === '') return { field: 'purpose', text: 'Please say what the payment is for' };
  for (const field of form.isOpen ? (['minimum', 'maximum'] as const) : (['amount'] as const)) {
    const text = amountProblem(form[field].trim(), form.amountCurrency, field === 'amount');
    if (text !== null) return { field, text };
  }
  const isNoCoin = form.pairs.length === 0 && unoffered(stored, offered).length === 0;
  if (isNoCoin) return { field: 'pairs', text: 'Please choose at least one coin' };
  const fields = rowsProblem(form.fields);
  if (fields !== null) return { field: 'fields', text: fields };
  const redirect = form.redirectUrl.trim();
  return redirect === '' || URL.canParse(redirect)
    ? null
    : { field: 'redirectUrl', text: 'Please enter a whole address, such as https://example.com/thanks' };
}

function amountProblem(typed: string, currency: LinkCurrency, isNeeded: boolean): string | null {
  if (typed === '') return isNeeded ? 'Please enter an amount' : null;
  const decimals = linkDecimals(currency);
  const parsed = parseAmount(typed, decimals);
  if (!parsed.ok && parsed.reason === 'too-many-decimals') return `Please keep to ${decimals} decimals`;
  if (!parsed.ok) return 'Please enter digits, with a point before decimals';
  return parsed.value === 0n ? 'Please enter an amount above zero' : null;
}

// An untouched day keeps its exact end, which a program may have set to the second.
function endOf(day: string, former: string | null): string | null {
  if (day === '') return null;
  return former !== null && lagosDay(Date.parse(former)) === day ? former : `${day}T23:59:59+01:00`;
}
