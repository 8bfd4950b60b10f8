import { z } from 'zod';
import { describeBlock, describeTransaction, DETAILS } from './describe-block.ts';
import { GENESIS_HASH } from './programs.ts';
import { INVALID_PARAMS, RpcRefusal } from './rpc-refusal.ts';
import { receiveTransaction } from './receive-transaction.ts';
import type { SolanaBlock } from './blocks.ts';
import type { SolanaState } from './state.ts';

export { RpcRefusal } from './rpc-refusal.ts';

/** Codes of Solana's own refusals: https://github.com/anza-xyz/agave, rpc-client-api, `custom_error.rs`. */
const BLOCK_NOT_AVAILABLE = -32_004;
const SLOT_SKIPPED = -32_007;
const METHOD_NOT_FOUND = -32_601;
/** As many slots as a node looks through at once. */
const MOST_SLOTS = 500_000;
/** A blockhash can date a transaction for so many blocks. */
const BLOCKHASH_BLOCKS = 150;

const Settings = z.looseObject({ commitment: z.enum(['processed', 'confirmed', 'finalized']).default('finalized') });
const BlockSettings = z.looseObject({
  commitment: z.enum(['confirmed', 'finalized']).default('finalized'),
  transactionDetails: z.enum(DETAILS).default('full'),
  encoding: z.enum(['json', 'base64']).default('json'),
  rewards: z.boolean().default(true),
  maxSupportedTransactionVersion: z.number().optional(),
});
const MOST_SIGNATURES = 1_000;
const SignatureSettings = z.looseObject({
  commitment: z.enum(['confirmed', 'finalized']).default('finalized'),
  limit: z.number().int().min(1).max(MOST_SIGNATURES).default(MOST_SIGNATURES),
});
const Slot = z.number().int().min(0);
/** As many as a real node reports at once. */
const MOST_ACCOUNTS = 100;
const Text = z.string();

/**
 * Answers a call of Solana's RPC (https://solana.com/docs/rpc), as far as this node supports it. Throws `RpcRefusal`.
 */
export function answerRpc(state: SolanaState, method: string, params: readonly unknown[]): unknown {
  const answer = METHODS[method];
  if (answer === undefined) throw new RpcRefusal(METHOD_NOT_FOUND, 'Method not found');
  return answer(state, params);
}

type Method = (state: SolanaState, params: readonly unknown[]) => unknown;

const METHODS: Readonly<Record<string, Method>> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
  getGenesisHash: () => GENESIS_HASH,
  getSlot: (state, [settings]) => newest(state, settings).slot,
  getBlockHeight: (state, [settings]) => newest(state, settings).height,
  getBlocks: (state, [from, to, settings]) => {
    const isSettings = typeof to === 'object' && to !== null;
    const start = read(Slot, from);
    const tip = newest(state, isSettings ? to : settings).slot;
    const end = isSettings || to === undefined || to === null ? tip : Math.min(read(Slot, to), tip);
    if (end - start > MOST_SLOTS) throw new RpcRefusal(INVALID_PARAMS, `Slot range too large; max ${MOST_SLOTS}`);
    return state.blocks.flatMap(({ slot }) => (slot >= start && slot <= end ? [slot] : []));
  },
  getBlocksWithLimit: (state, [from, limit, settings]) => {
    const start = read(Slot, from);
    const tip = newest(state, settings).slot;
    const slots = state.blocks.flatMap(({ slot }) => (slot >= start && slot <= tip ? [slot] : []));
    return slots.slice(0, read(Slot, limit));
  },
  getBlock: (state, [at, given]) => {
    const settings = read(BlockSettings, given ?? {});
    const slot = read(Slot, at);
    const block = state.blockIn(slot);
    if (slot > newest(state, { commitment: settings.commitment }).slot) {
      throw new RpcRefusal(BLOCK_NOT_AVAILABLE, `Block not available for slot ${slot}`);
    }
    if (block === undefined) {
      const reason = 'was skipped, or missing due to ledger jump to recent snapshot';
      throw new RpcRefusal(SLOT_SKIPPED, `Slot ${slot} ${reason}`);
    }
    return describeBlock(block, settings);
  },
  getLatestBlockhash: (state, [settings]) => {
    const { hash, height } = newest(state, settings);
    return inContext(state, { blockhash: hash, lastValidBlockHeight: height + BLOCKHASH_BLOCKS });
  },
  getBalance: (state, [of]) => inContext(state, Number(state.machine.held(read(Text, of)).lamports)),
  getTokenAccountBalance: (state, [of]) => {
    const { token } = state.machine.held(read(Text, of));
    if (token === null) throw new RpcRefusal(INVALID_PARAMS, 'Invalid param: could not find account');
    return inContext(state, { amount: token.amount.toString() });
  },
  getAccountInfo: (state, [of]) => inContext(state, describeAccount(state, read(Text, of))),
  getMultipleAccounts: (state, [of]) =>
    inContext(
      state,
      read(z.array(Text).max(MOST_ACCOUNTS), of).map((each) => describeAccount(state, each)),
    ),
  getSignatureStatuses: (state, [signatures]) =>
    inContext(
      state,
      read(z.array(Text), signatures).map((signature) => statusOf(state, signature)),
    ),
  getSignaturesForAddress: (state, [of, given]) => {
    const account = read(Text, of);
    const { limit, ...settings } = read(SignatureSettings, given ?? {});
    const newestSlot = newest(state, settings).slot;
    return signaturesAt(state, account)
      .filter(({ slot }) => slot <= newestSlot)
      .slice(0, limit);
  },
  getTransaction: (state, [signature, given]) => {
    const settings = read(BlockSettings, given ?? {});
    const found = state.find(read(Text, signature));
    if (found === undefined || found.block.slot > newest(state, { commitment: settings.commitment }).slot) return null;
    return { slot: found.block.slot, blockTime: found.block.time, ...describeTransaction(found.executed, settings) };
  },
  getMinimumBalanceForRentExemption: (state, [bytes]) => Number(state.machine.leastLamports(BigInt(read(Slot, bytes)))),
  // Blocks have no competition for space here.
  getRecentPrioritizationFees: (state) => state.blocks.slice(-1).map(({ slot }) => ({ slot, prioritizationFee: 0 })),
  sendTransaction: (state, params) => receiveTransaction(state, params),
};

/** The transactions that name an account, the newest first. */
function signaturesAt(state: SolanaState, of: string) {
  return state.blocks.toReversed().flatMap(({ slot, time, executed }) =>
    executed.toReversed().flatMap(({ transaction: { signature }, outcome: { error, touched } }) =>
      touched.some(({ address }) => address === of)
        ? {
            signature,
            slot,
            err: error,
            memo: null,
            blockTime: time,
            confirmationStatus: slot <= state.finalised().slot ? 'finalized' : 'confirmed',
          }
        : [],
    ),
  );
}

/** Its bytes as they are, in base64; null where there is none. */
function describeAccount(state: SolanaState, of: string): object | null {
  const account = state.machine.account(of);
  if (account === null) return null;
  return {
    data: [Buffer.from(account.data).toString('base64'), 'base64'],
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.programAddress,
    rentEpoch: 0,
    space: account.data.length,
  };
}

function statusOf(state: SolanaState, signature: string): unknown {
  const found = state.find(signature);
  if (found === undefined) return null;
  const { block, executed } = found;
  const isFinal = block.slot <= state.finalised().slot;
  return {
    slot: block.slot,
    confirmations: isFinal ? null : state.tip().height - block.height,
    err: executed.outcome.error,
    confirmationStatus: isFinal ? 'finalized' : 'confirmed',
  };
}

function newest(state: SolanaState, settings: unknown): SolanaBlock {
  return read(Settings, settings ?? {}).commitment === 'finalized' ? state.finalised() : state.tip();
}

const inContext = (state: SolanaState, value: unknown): object => ({ context: { slot: state.tip().slot }, value });

function read<Shape>(schema: z.ZodType<Shape>, value: unknown): Shape {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new RpcRefusal(INVALID_PARAMS, `Invalid params: ${parsed.error.issues[0]?.message ?? ''}`);
}
