import { z } from 'zod';

/** The payout rails that have an adapter, in their default order without PAYOUT_RAILS. */
export const RAIL_NAMES = ['budpay', 'paystack', 'flutterwave', 'flutterwave-v4', 'monnify'] as const;
export type RailName = (typeof RAIL_NAMES)[number];

/** How each rail is reached: its address without a trailing slash, and the credentials of both sides. */
export interface RailSettings {
  readonly budpay: { readonly url: string; readonly secretKey: string; readonly publicKey: string };
  readonly paystack: { readonly url: string; readonly secretKey: string };
  readonly flutterwave: { readonly url: string; readonly secretKey: string; readonly callbackHash: string };
  readonly 'flutterwave-v4': {
    readonly url: string;
    /** Where the client's credentials become a token. */
    readonly tokenUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly callbackHash: string;
  };
  readonly monnify: {
    readonly url: string;
    readonly apiKey: string;
    readonly secretKey: string;
    readonly sourceAccount: string;
  };
}
export type RailConfiguration = { [Name in RailName]: { readonly name: Name } & RailSettings[Name] }[RailName];

type Given = Readonly<Record<string, string | undefined>>;

const url = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((text) => text.replace(/\/+$/, ''));
const secret = z.string().min(1);
const RAILS = {
  budpay: z.object({ BUDPAY_URL: url, BUDPAY_SECRET_KEY: secret, BUDPAY_PUBLIC_KEY: secret }).transform((given) => ({
    name: 'budpay' as const,
    url: given.BUDPAY_URL,
    secretKey: given.BUDPAY_SECRET_KEY,
    publicKey: given.BUDPAY_PUBLIC_KEY,
  })),
  paystack: z.object({ PAYSTACK_URL: url, PAYSTACK_SECRET_KEY: secret }).transform((given) => ({
    name: 'paystack' as const,
    url: given.PAYSTACK_URL,
    secretKey: given.PAYSTACK_SECRET_KEY,
  })),
  flutterwave: z
    .object({ FLUTTERWAVE_URL: url, FLUTTERWAVE_SECRET_KEY: secret, FLUTTERWAVE_CALLBACK_HASH: secret })
    .transform((given) => ({
      name: 'flutterwave' as const,
      url: given.FLUTTERWAVE_URL,
      secretKey: given.FLUTTERWAVE_SECRET_KEY,
      callbackHash: given.FLUTTERWAVE_CALLBACK_HASH,
    })),
  'flutterwave-v4': z
    .object({
      FLUTTERWAVE_V4_URL: url,
      FLUTTERWAVE_V4_TOKEN_URL: url,
      FLUTTERWAVE_V4_CLIENT_ID: secret,
      FLUTTERWAVE_V4_CLIENT_SECRET: secret,
      FLUTTERWAVE_V4_CALLBACK_HASH: secret,
    })
    .transform((given) => ({
      name: 'flutterwave-v4' as const,
      url: given.FLUTTERWAVE_V4_URL,
      tokenUrl: given.FLUTTERWAVE_V4_TOKEN_URL,
      clientId: given.FLUTTERWAVE_V4_CLIENT_ID,
      clientSecret: given.FLUTTERWAVE_V4_CLIENT_SECRET,
      callbackHash: given.FLUTTERWAVE_V4_CALLBACK_HASH,
    })),
  monnify: z
    .object({ MONNIFY_URL: url, MONNIFY_API_KEY: secret, MONNIFY_SECRET_KEY: secret, MONNIFY_SOURCE_ACCOUNT: secret })
    .transform((given) => ({
      name: 'monnify' as const,
      url: given.MONNIFY_URL,
      apiKey: given.MONNIFY_API_KEY,
      secretKey: given.MONNIFY_SECRET_KEY,
      sourceAccount: given.MONNIFY_SOURCE_ACCOUNT,
    })),
};

/** How the names of a rail's variables begin. */
const prefixOf = (name: RailName): string => `${name.toUpperCase().replaceAll('-', '_')}_`;

/** The rail that a variable is of: the one with the longest beginning, since one's may begin another's. */
function railOf(key: string): RailName | undefined {
  const all = RAIL_NAMES.filter((name) => key.startsWith(prefixOf(name)));
  return all.toSorted((one, other) => prefixOf(other).length - prefixOf(one).length)[0];
}

/** All variables of the rails. */
export const RAIL_VARIABLES: readonly string[] = [
  ...RAIL_NAMES.flatMap((name) => Object.keys(RAILS[name].in.shape)),
  'PAYOUT_RAILS',
];

/**
 * The payout rails that are connected, the one for new payouts first, and a message for each error: a rail with only
 * some of its variables, no rail at all, or an order in PAYOUT_RAILS that does not name each of them once. Pure.
 */
export function readRails(given: Given): { rails: readonly RailConfiguration[]; sentences: readonly string[] } {
  const named = RAIL_NAMES.filter((name) => Object.keys(given).some((key) => railOf(key) === name));
  const sentences: string[] = [];
  const rails: RailConfiguration[] = [];
  for (const name of named) {
    const parsed = RAILS[name].safeParse(given);
    if (parsed.success) rails.push(parsed.data);
    else sentences.push(...parsed.error.issues.map(sentence));
  }
  if (named.length === 0) {
    const addresses = RAIL_NAMES.map((name) => `${prefixOf(name)}URL`).join(', ');
    sentences.push(`No payout could be made: no bank rail is connected. Set one of ${addresses}, with its keys.`);
  }
  const order = given['PAYOUT_RAILS']?.split(',').map((name) => name.trim()) ?? named;
  if (order.toSorted().join() !== named.toSorted().join()) {
    // A rail that is left out could no longer be asked about the payouts that it already has.
    sentences.push(`PAYOUT_RAILS must name each connected rail once, with commas between: ${named.join(', ')}.`);
  }
  return { rails: rails.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name)), sentences };
}

function sentence(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]);
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return isMissing ? `${name} is missing.` : `${name} can't be used: ${issue.message}.`;
}
