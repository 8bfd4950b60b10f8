import { SOFT_INDEXES } from '@kobogate/addresses';
import { NETWORK_IDS } from '@kobogate/contract';
import * as z from 'zod/mini';

/** The files' own formats. The reader refuses a file of another version. */
export const PLAN_FORMAT = 'kobogate plan 1';
export const SIGNED_FORMAT = 'kobogate signed plan 1';
/** Of a file with several plans. */
export const PLANS_FORMAT = 'kobogate plans 1';
export const SIGNED_PLANS_FORMAT = 'kobogate signed plans 1';

/** An amount in smallest units, gas or a price of it. */
const integer = z.pipe(
  z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/)),
  z.transform((text): bigint => BigInt(text)),
);
const small = z.number().check(z.int(), z.nonnegative());
const hexadecimal = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/));
/** Printed by the key tool where it refuses one: a terminal obeys other letters. */
const name = z.string().check(z.maxLength(200), z.regex(/^[ -~]*$/));
const refundId = name.brand('Refund');

const keyPlaceSchema = z.object({
  /** 0: deposit addresses; 1: the treasury. */
  chain: z.union([z.literal(0), z.literal(1)]),
  /** One that a public key gives: coins at a hardened place would be the seed's, and no server or wallet would find them. */
  index: small.check(z.maximum(SOFT_INDEXES - 1)),
  address: name,
});
/**
 * Where the key of one of our addresses is below its account, and the address itself, which the signer derives again.
 */
export type KeyPlace = z.output<typeof keyPlaceSchema>;

const evmSchema = z.object({
  kind: z.literal('evm'),
  /** An earlier kind must be in a block before the next is sent: gas, then sweeps, then refunds. */
  stage: small,
  purpose: z.enum(['gas', 'sweep', 'refund']),
  /** The ledger's code of the asset that moves. */
  asset: name,
  amount: integer,
  from: keyPlaceSchema,
  payee: name,
  /** Where the payee's key is, where it is one of ours. */
  payeePlace: z.nullable(keyPlaceSchema),
  refundId: z.nullable(refundId),
  nonce: small,
  to: name,
  value: integer,
  data: hexadecimal,
  gas: integer,
  maxFeePerGas: integer,
  maxPriorityFeePerGas: integer,
});
/** One unsigned transaction of EIP-1559 on the plan's network. */
export type EvmPlanned = z.output<typeof evmSchema>;

const bitcoinSchema = z.object({
  kind: z.literal('bitcoin'),
  stage: small,
  /** BIP-174, in base64. */
  psbt: z.string(),
  inputs: z.array(z.object({ place: keyPlaceSchema, amount: integer })),
  outputs: z.array(z.object({ address: name, amount: integer, refundId: z.nullable(refundId) })),
  fee: integer,
});
/** One unsigned Bitcoin transaction, with the PSBT's content in fields that can be compared. */
export type BitcoinPlanned = z.output<typeof bitcoinSchema>;

/** 32 bytes in hexadecimal. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** Policy and name of a native token, one after the other in hexadecimal (CIP-14 makes its fingerprint of them). */
const unit = z.string().check(z.regex(/^[0-9a-f]{56}(?:[0-9a-f]{2}){0,32}$/));

const cardanoSchema = z.object({
  kind: z.literal('cardano'),
  stage: small,
  inputs: z.array(z.object({ place: keyPlaceSchema, transaction: hash, index: small, amount: integer })),
  outputs: z.array(
    z.object({
      address: name,
      amount: integer,
      /** Native tokens that a payer sent along: they go where the coin goes. */
      tokens: z.array(z.object({ unit, amount: integer })),
      refundId: z.nullable(refundId),
    }),
  ),
  fee: integer,
  /** The first slot whose block can't have it; missing: it never expires, as in plans of earlier versions. */
  invalidHereafter: z.optional(small),
});
/** One unsigned Cardano transaction, from which `cardanoBody` makes the bytes that are signed. Amounts in lovelace. */
export type CardanoPlanned = z.output<typeof cardanoSchema>;

const polkadotSchema = z.object({
  kind: z.literal('polkadot'),
  stage: small,
  purpose: z.enum(['sweep', 'refund']),
  asset: name,
  amount: integer,
  from: keyPlaceSchema,
  payee: name,
  payeePlace: z.nullable(keyPlaceSchema),
  refundId: z.nullable(refundId),
  nonce: small,
  /** Version of the runtime that it is signed for; no later one accepts it. */
  specVersion: small,
  transactionVersion: small,
  /**
   * The most that the network may take: it sets its fee itself, and this is twice its quote at the time of the plan.
   */
  fee: integer,
});
/** One transfer on Asset Hub that leaves its sender alive; `dotTransferPayload` makes the bytes to sign from it. In planck. */
export type PolkadotPlanned = z.output<typeof polkadotSchema>;

/** 32 bytes in base58. */
const key = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/));

const solanaSchema = z.object({
  kind: z.literal('solana'),
  stage: small,
  /** `close`: an empty token account is closed, and the lamports that let it live go to the treasury. */
  purpose: z.enum(['sweep', 'refund', 'close']),
  asset: name,
  amount: integer,
  from: keyPlaceSchema,
  payee: name,
  payeePlace: z.nullable(keyPlaceSchema),
  refundId: z.nullable(refundId),
  /** The treasury, which pays the network's fee and may use the nonce. */
  payer: keyPlaceSchema,
  /**
   * Dates it in place of a block: its first instruction uses the value up, so it can run only once, and never expires.
   */
  nonceAccount: key,
  nonce: key,
  /** Whether it opens the payee's account for the token where there is none. */
  opensAccount: z.boolean(),
  /** The ledger's code of the token whose account of `from` is closed; with the purpose `close` alone. */
  closes: z.optional(name),
  /** The price offered for a compute unit, in millionths of a lamport. */
  unitPrice: integer,
});
/**
 * One transfer on Solana, from which `solanaTransferMessage` makes what is signed. In lamports or the token's units.
 */
export type SolanaPlanned = z.output<typeof solanaSchema>;

const tronSchema = z.object({
  kind: z.literal('tron'),
  /** An earlier kind must be in a block before the next is sent: TRX for fees, then sweeps, then refunds. */
  stage: small,
  purpose: z.enum(['gas', 'sweep', 'refund']),
  asset: name,
  amount: integer,
  from: keyPlaceSchema,
  payee: name,
  payeePlace: z.nullable(keyPlaceSchema),
  refundId: z.nullable(refundId),
  /** Two bytes of a final block's number and eight of its id, in hexadecimal: the transaction is for its chain alone. */
  refBlock: z.string().check(z.regex(/^[0-9a-f]{4}$/)),
  refHash: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** Milliseconds since 1970: no block made later takes it. */
  expiration: small,
  /** Milliseconds since 1970: sets two equal payments apart. */
  timestamp: small,
  /** The most that its energy may cost, in sun; 0 for TRX, which takes none. */
  feeLimit: integer,
  /** The most that the network takes in all, in sun: energy, bandwidth, and a payee's account where there is none. */
  fee: integer,
});
/** One transfer on TRON, from which `tronRawData` makes the bytes that are signed. */
export type TronPlanned = z.output<typeof tronSchema>;

const plannedSchema = z.discriminatedUnion('kind', [
  evmSchema,
  bitcoinSchema,
  cardanoSchema,
  polkadotSchema,
  solanaSchema,
  tronSchema,
]);
export type Planned = z.output<typeof plannedSchema>;

export const planSchema = z.object({
  format: z.literal(PLAN_FORMAT),
  id: name.brand('Plan'),
  network: z.enum(NETWORK_IDS),
  madeAt: name,
  transactions: z.array(plannedSchema),
});
/** Unsigned transactions of one network, in the order in which they are sent. */
export type Plan = z.output<typeof planSchema>;

export const signedPlanSchema = z.object({
  format: z.literal(SIGNED_FORMAT),
  plan: planSchema,
  /** Each of the plan's transactions in their order: as a node takes it, in hexadecimal. */
  signed: z.array(z.string().check(z.regex(/^(?:0x)?(?:[0-9a-f]{2})+$/))),
});
export type SignedPlan = z.output<typeof signedPlanSchema>;

export const plansSchema = z.object({ format: z.literal(PLANS_FORMAT), plans: z.array(planSchema) });
/** Plans of several networks, or several of one, to be signed in one session. */
export type Plans = z.output<typeof plansSchema>;

export const signedPlansSchema = z.object({ format: z.literal(SIGNED_PLANS_FORMAT), plans: z.array(signedPlanSchema) });
export type SignedPlans = z.output<typeof signedPlansSchema>;
