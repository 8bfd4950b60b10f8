import { createHash } from 'node:crypto';
import {
  CUSTOM_FIELDS_MOST,
  CUSTOM_VALUE_LENGTH,
  type LinkId,
  type PayerChoice,
  type PayerLanguage,
  text,
} from '@kobogate/contract';
import { chooseLanguage } from './choose-language.ts';

/** The untrusted input of a page's address and form: texts, cut where they are too long. */
export interface PageInput {
  readonly language: PayerLanguage;
  /** Shown in a frame on a merchant's page. */
  readonly isEmbedded: boolean;
  /** Only the parts that change are requested. */
  readonly isPart: boolean;
  readonly isMailed: boolean;
  readonly choice: PayerChoice;
  /** What was given for the link's own fields, by their keys. A form alone has them: an address would be kept. */
  readonly values: Readonly<Record<string, string>>;
  /** The merchant's own name for the payment, from the address of the page; empty: none, or none that can be kept. */
  readonly reference: string;
  readonly email: string;
  /** The address for an offered refund, and the offer. */
  readonly refund: { readonly offer: string; readonly address: string };
  readonly key: string;
  /** Continue directly to the payer's wallet. */
  readonly wantsWallet: boolean;
  /** See the networks of the coin first. */
  readonly wantsNetworks: boolean;
  /** The part of the query that is passed on to the next page's address. */
  readonly kept: string;
}

const LONGEST = 254;
const KEY = /^[\w-]{8,64}$/;
/** What the API takes as one: what the page takes besides would only have to be refused there. */
const referenceInput = text(100);

/** Reads an address's query and a form's fields, the latter first. Pure. */
export function readInput(
  query: URLSearchParams,
  form: URLSearchParams,
  acceptLanguage: string | undefined,
): PageInput {
  const get = (name: string): string => (form.get(name) ?? query.get(name) ?? '').trim().slice(0, LONGEST);
  const asked = query.get('lang') ?? '';
  const language = chooseLanguage(asked, acceptLanguage);
  const isEmbedded = query.get('embed') === '1';
  const kept = new URLSearchParams();
  if (asked !== '') kept.set('lang', language);
  if (isEmbedded) kept.set('embed', '1');
  const named = referenceInput.safeParse(query.get('reference')).data ?? '';
  if (named !== '') kept.set('reference', named);
  const key = get('key');
  return {
    language,
    isEmbedded,
    isPart: query.get('part') === 'main',
    isMailed: query.get('mailed') === '1',
    choice: { currency: get('currency'), network: get('network'), amount: get('amount') },
    values: readValues(form),
    reference: named,
    email: get('email'),
    refund: { offer: get('offer'), address: get('address') },
    key: KEY.test(key) ? key : '',
    wantsWallet: get('next') === 'wallet',
    wantsNetworks: form.get('next') === 'networks',
    kept: kept.toString(),
  };
}

const OWN_FIELD = /^field\.(?<key>[\w.-]{1,40})$/;

function readValues(form: URLSearchParams): Record<string, string> {
  const values = [...form].flatMap(([name, value]) => {
    const key = OWN_FIELD.exec(name)?.groups?.['key'];
    return key === undefined ? [] : [[key, value.trim().slice(0, CUSTOM_VALUE_LENGTH)] as const];
  });
  return Object.fromEntries(values.slice(0, CUSTOM_FIELDS_MOST));
}

/**
 * The key under which a form's payment is opened: the same for the same form and choice, so that sending twice opens
 * one, and another choice another. Undefined where the form had none. Pure.
 */
export function openingKey(
  { key, choice, values, reference }: Pick<PageInput, 'key' | 'choice' | 'values' | 'reference'>,
  linkId: LinkId,
): string | undefined {
  if (key === '') return undefined;
  const parts = [key, linkId, choice.currency, choice.network, choice.amount, reference, values];
  return `page-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
