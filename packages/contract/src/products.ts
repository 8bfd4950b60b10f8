import * as z from 'zod/mini';
import { NETWORK_IDS, CURRENCIES } from './assets.ts';
import { count, amountInput, endpoint, messageAnswer, STAFF_ROLES } from './endpoint.ts';
import { limitsSchema, settingOf } from './settings.ts';

/** The terms on which a coin on a network is offered. Null: the deployment's own spread, or no limit in coins. */
export const productTermsSchema = z.object({
  /** Off: no new wallets and conversions. Deposits to existing wallets are still credited. */
  isOffered: z.boolean(),
  spreadBasisPoints: z.nullable(count('Please give the spread in whole basis points; 100 are 1 %.')),
  /** The smallest and the largest conversion, in whole coins. */
  minimumAmount: z.nullable(amountInput),
  maximumAmount: z.nullable(amountInput),
});
export type ProductTerms = z.output<typeof productTermsSchema>;

/** A coin on a network that this version knows. */
export const productSchema = z.object({
  currency: z.enum(CURRENCIES),
  currencyName: z.string(),
  network: z.enum(NETWORK_IDS),
  networkName: z.string(),
  decimals: z.number(),
  /** Token contract, or null for the network's own coin. */
  contract: z.nullable(z.string()),
  /** Confirmations after which a deposit of any value is final; null: this gateway does not watch the network. */
  confirmations: z.nullable(z.number()),
  /** Confirmations after which the smallest deposit is final. */
  leastConfirmations: z.nullable(z.number()),
  terms: settingOf(productTermsSchema),
});
export type Product = z.output<typeof productSchema>;

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/admin/products',
    summary: 'Every coin and network that this version knows, with the terms on which it is on offer',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({
      data: z.object({
        products: z.array(productSchema),
        /** The spread of products without one of their own. */
        defaultSpreadBasisPoints: z.number(),
        /** The limits in naira, which hold for every product beside its own. */
        limits: limitsSchema,
      }),
    }),
    errors: [401, 403],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/admin/products/{currency}/{network}',
    summary:
      'Change the terms of a product. `version` is the one that was read: 409 where another administrator has changed it',
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    params: z.object({ currency: z.string(), network: z.string() }),
    body: z.object({ version: count('Please send the version that you read.'), value: productTermsSchema }),
    answer: z.object({ ...messageAnswer.shape, data: productSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
