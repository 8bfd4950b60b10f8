import * as z from 'zod/mini';
import { decimal, endpoint, instant, messageAnswer, text } from './endpoint.ts';
import { idSchema } from './ids.ts';

export const walletSchema = z.object({
  id: idSchema('Wallet'),
  currency: z.string(),
  network: z.string(),
  networkName: z.string(),
  depositAddress: z.string(),
  createdAt: instant,
  /** Naira for one whole coin, after the spread; null while there is no rate. */
  rate: z.nullable(decimal),
  /** When that rate was decided; null while there is none. */
  rateAt: z.nullable(instant),
  /** Signed percentage such as `+2.4`, from recorded rates; null until a day of them exists. */
  change24h: z.nullable(z.string()),
  /** Coins that the customer can convert, in whole units. */
  balance: decimal,
  /** Coins set aside for open orders, in whole units. */
  held: decimal,
});
export type Wallet = z.output<typeof walletSchema>;

export const supportedCoinSchema = z.object({
  currency: z.string(),
  name: z.string(),
  /** Whether a rate is available; while not, none of it is converted and no payment in it is opened. */
  hasRate: z.boolean(),
  networks: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type SupportedCoin = z.output<typeof supportedCoinSchema>;

export const wallets = {
  list: endpoint({
    method: 'GET',
    path: '/wallet',
    summary: 'The signed-in user’s wallets, oldest first',
    access: 'user',
    answer: z.object({ data: z.array(walletSchema) }),
    errors: [401],
  }),
  supportedCoins: endpoint({
    method: 'GET',
    path: '/wallet/supported-coins',
    summary: 'The coins on offer, each with the networks that this gateway watches',
    access: 'user',
    answer: z.object({ data: z.array(supportedCoinSchema) }),
    errors: [401],
  }),
  create: endpoint({
    method: 'POST',
    path: '/wallet/{currency}',
    summary: 'Make a wallet; asking again for the same pair gives the same wallet',
    access: 'user',
    params: z.object({ currency: text(20) }),
    query: z.object({ network: text(40, 'Please select both currency and network.') }),
    answer: z.object({ ...messageAnswer.shape, data: walletSchema }),
    success: 201,
    errors: [401, 422],
  }),
} as const;
