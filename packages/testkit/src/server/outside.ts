import {
  type AddressSource,
  bitcoinAddress,
  cardanoAddress,
  evmAddress,
  polkadotAddress,
  solanaAddress,
  tronAddress,
} from '@kobogate/addresses';
import type { ChainFamily } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import type { Mail } from '@kobogate/server/src/identity/index.ts';
import type { BankRail, FindAnswer, PayoutInstruction } from '@kobogate/server/src/payouts/index.ts';
import type { Clock } from '@kobogate/server/src/platform/clock.ts';
import type { Outside } from '@kobogate/server/src/rooms.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { rateOf } from '../sales/orders.ts';

/** Dollars of a coin; any other is a dollar coin. */
const DOLLARS: Readonly<Record<string, number>> = {
  BTC: 90_000,
  ETH: 3000,
  BNB: 600,
  SOL: 150,
  DOT: 5,
  ADA: 0.5,
  POL: 0.5,
  TRX: 0.3,
};
const NAIRA = 1600;

const ADDRESSES: Readonly<Record<ChainFamily, (key: Uint8Array) => ReturnType<AddressSource['derive']>>> = {
  evm: (key) => evmAddress(secp256k1.getPublicKey(key)),
  bitcoin: (key) => bitcoinAddress(secp256k1.getPublicKey(key), 'segwit'),
  cardano: (key) => cardanoAddress(ed25519.getPublicKey(key)),
  solana: (key) => solanaAddress(ed25519.getPublicKey(key)),
  polkadot: (key) => polkadotAddress(ed25519.getPublicKey(key)),
  tron: (key) => tronAddress(secp256k1.getPublicKey(key)),
};

/** Endless addresses of real form. */
const addressSources = (): AddressSource[] =>
  (Object.keys(ADDRESSES) as ChainFamily[]).map((family) => ({
    family,
    keyFingerprint: `${family} sample`,
    size: 2 ** 31 - 1,
    derive: (index) => ADDRESSES[family](sha256(Buffer.from(`${family} ${index}`))),
  }));

/** A bank that pays what it is told at once, and keeps the list of it. */
function createBank(clock: Clock): BankRail {
  const made = new Map<string, PayoutInstruction & { readonly madeAt: Date }>();
  return {
    name: 'budpay',
    refusesRepeats: 'a sample',
    listBanks: async () => [
      { bankName: 'GTBANK', bankCode: '000013' },
      { bankName: 'ACCESS BANK', bankCode: '000014' },
    ],
    resolveAccount: async () => ({ kind: 'resolved', accountName: 'ADA OBI' }),
    isUp: async () => true,
    floatKobo: async () => toKobo(1_000_000_000_000n),
    send: async (instruction) => {
      if (!made.has(instruction.reference)) made.set(instruction.reference, { ...instruction, madeAt: clock.now() });
      return { kind: 'accepted' };
    },
    find: async (reference): Promise<FindAnswer> => {
      const found = made.get(reference);
      if (found === undefined) return { kind: 'not-found' };
      const { amountKobo, accountNumber } = found;
      return { kind: 'paid', sessionId: null, made: { amountKobo, accountNumber } };
    },
    statement: async ({ from, to }) => ({
      kind: 'statement',
      lines: [...made.values()]
        .filter(({ madeAt }) => madeAt >= from && madeAt < to)
        .map(({ reference, amountKobo, madeAt }) => ({ reference, amountKobo, feeKobo: null, state: 'paid', madeAt })),
    }),
  };
}

/** What the rooms reach outside, as it is on a good day; `mails` gets what is mailed. */
export function createOutside(clock: Clock, mails: Mail[]): Outside {
  return {
    addressSources: addressSources(),
    connected: [{ rail: createBank(clock), readCallback: ({ body }) => Buffer.from(body).toString() }],
    rateSources: ['luno', 'quidax', 'coinbase'].map((name) => ({
      name,
      fetchRates: async (currencies) =>
        currencies.map((currency) => ({
          currency,
          source: name,
          quote: 'NGN' as const,
          rate: rateOf(String((DOLLARS[currency] ?? 1) * NAIRA)),
          observedAt: clock.now(),
        })),
    })),
    mailer: {
      send: async (mail) => {
        mails.push(mail);
        return 'sent';
      },
    },
    sender: {
      refuse: async (url) => (URL.canParse(url) && url.startsWith('https://') ? null : 'It is no address of TLS.'),
      send: async () => ({ status: 200, problem: null, answer: '', milliseconds: 1 }),
    },
    texter: { send: async () => 'sent' },
    treasuryWallets: [],
    payerNode: {
      look: async () => ({
        blockhash: solanaAddress(sha256(Buffer.from('block'))).address,
        payerLamports: 10n ** 12n,
        receiverLamports: 10n ** 9n,
        payerTokens: 10n ** 12n,
        isReceiverOpen: true,
      }),
      send: async () => 'taken',
    },
    tronPayerNode: {
      look: async () => ({
        block: { refBlock: '0001', refHash: '00'.repeat(8) },
        now: clock.now().getTime(),
        feeLimit: 7_800_000n,
        fee: 8_145_000n,
        payerSun: 10n ** 9n,
        payerTokens: 10n ** 12n,
      }),
      send: async () => 'taken',
    },
    signInProviders: [],
    signer: null,
  };
}
