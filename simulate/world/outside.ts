import { createTestAddressSources } from '@kobogate/testkit/sales/payments.ts';
import { rateOf } from '@kobogate/testkit/sales/orders.ts';
import { readConfiguration } from '../../apps/server/src/configuration/configuration.ts';
import { dependencyDown } from '../../apps/server/src/platform/errors.ts';
import type { Outside } from '../../apps/server/src/rooms.ts';
import { DISKS } from '../machine/files.ts';
import { nowMs, takeTurn } from '../machine/machine.ts';
import type { SimulatedBank } from './bank.ts';
import { CONFIRMATIONS, type SimulatedChain } from './chain.ts';
import type { Draw } from '@kobogate/testkit/platform/draw.ts';

/** A mail as it left. */
export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The world outside of banks and chains. */
export interface Surroundings {
  /** How likely the mail server gives no answer. */
  mailFails: number;
  /** How likely a rate source gives no answer. */
  ratesFail: number;
  /** Naira for a dollar coin, as whole naira. */
  dollar: number;
  readonly mails: SentMail[];
}

export const createSurroundings = (): Surroundings => ({
  mailFails: 0,
  ratesFail: 0,
  dollar: 1600,
  mails: [],
});

/** Where the server of a place has its file of what left. */
export const epochFileOf = (place: number): string => `${DISKS}${place}/epoch.json`;

/** The configuration that an operator would write for this world. */
export const configurationOf = (process: number, chains: readonly SimulatedChain[]) =>
  readConfiguration({
    NODE_ENV: 'test',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    EVM_XPUB: `xpub${'1'.repeat(107)}`,
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'sample@kobogate.test',
    ...Object.fromEntries(
      chains.flatMap(({ network }) => [
        [`RPC_${network.toUpperCase()}`, 'http://127.0.0.1'],
        [`CONFIRMATIONS_${network.toUpperCase()}`, String(CONFIRMATIONS)],
      ]),
    ),
    // No person is there to vouch for more.
    LONE_PROVIDER_LIMIT: '999999999999999',
    BUDPAY_URL: 'http://127.0.0.1',
    BUDPAY_SECRET_KEY: 'sample',
    BUDPAY_PUBLIC_KEY: 'sample',
    COINBASE_URL: 'http://127.0.0.1',
    LUNO_URL: 'http://127.0.0.1',
    QUIDAX_URL: 'http://127.0.0.1',
    EPOCH_FILE: epochFileOf(process),
    POLL_SECONDS: '1',
    REST_SECONDS: '1',
  });

const readReference = ({ body }: { body: Uint8Array }): string => Buffer.from(body).toString();
const SOURCES = ['luno', 'quidax', 'coinbase'];

/** The ports of one process. */
export function outsideOf(banks: readonly SimulatedBank[], around: Surroundings, draw: Draw): Outside {
  const down = (name: string) => dependencyDown(name, 'It does not answer.');
  return {
    addressSources: createTestAddressSources('sim').filter(({ family }) => family === 'evm'),
    connected: banks.map((bank) => ({ rail: bank.rail(), readCallback: readReference })),
    rateSources: SOURCES.map((name) => ({
      name,
      fetchRates: (currencies) =>
        takeTurn(`rates of ${name}`, async () => {
          if (draw.chance(around.ratesFail)) throw down(name);
          const rate = rateOf(String(around.dollar));
          const dollars = currencies.filter((currency) => currency === 'USDT' || currency === 'USDC');
          return dollars.map((currency) => ({
            currency,
            source: name,
            quote: 'NGN' as const,
            rate,
            observedAt: new Date(nowMs()),
          }));
        }),
    })),
    mailer: {
      send: (mail) =>
        takeTurn('mail', async () => {
          if (draw.chance(around.mailFails)) throw down('mail');
          around.mails.push(mail);
          return 'sent' as const;
        }),
    },
    sender: {
      refuse: async () => null,
      send: async () => ({ status: 200, problem: null, answer: '', milliseconds: 1 }),
    },
    texter: null,
    treasuryWallets: [],
    payerNode: null,
    tronPayerNode: null,
    signInProviders: [],
    signer: null,
  };
}
