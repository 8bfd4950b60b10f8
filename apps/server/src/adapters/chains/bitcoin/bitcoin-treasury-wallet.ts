import { type LedgerAssetCode, NETWORKS } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import type { Planned } from '@kobogate/plans';
import { Transaction } from '@scure/btc-signer';
import { type Holding, NodeFault, type OwnAddress, type TreasuryWallet } from '../../../custody/index.ts';
import { fieldOf } from '../fields.ts';
import { createRpc, resultOf, type RpcCall } from '../rpc.ts';
import { createLongCall } from './long-call.ts';
import { coinsOf, draftReplacement } from './draft-replacement.ts';
import { type Coin, draftSpending, mustWait } from './draft-spending.ts';
import { createReader, garbage } from './reader.ts';
import { readTransaction } from './read-transaction.ts';
import { displayed, isHash } from './hash.ts';
import { scanCoins } from './scan-coins.ts';
import { traceTransaction } from './trace.ts';

const NETWORK = 'mainnet';
const ASSET: LedgerAssetCode = 'BTC@mainnet';
const DECIMALS = 8;
/** A fee estimate is a lookup in the node's memory. */
const ESTIMATE_TIMEOUT_MS = 10_000;
/** Blocks within which a transaction should be mined. */
const TARGET_BLOCKS = 6;
/** Satoshi per virtual byte: the default where the node has no estimate, and the accepted range. */
const USUAL_RATE = 10n;
const LEAST_RATE = 2n;
const MOST_RATE = 300n;
const BYTES_IN_KILOBYTE = 1_000n;
/** Bitcoin Core's answer to a transaction that it has mined already (rpc/protocol.h, RPC_VERIFY_ALREADY_IN_CHAIN). */
const ALREADY_IN_CHAIN = -27;
/** Its answers to one that it has: `txn-already-in-mempool` and `txn-already-known` (validation.cpp), and that of the line above in words. */
const IS_KNOWN = /already[ -](?:in|known)/i;

/**
 * Treasury operations with our coins on Bitcoin's main network, over Bitcoin Core's RPC. Coins are spent once they have
 * as many confirmations as the operator's policy asks for. The node lists our coins (`scantxoutset`); the value of each
 * is read from the bytes of the transaction that made it, which its own hash identifies.
 */
export function createBitcoinTreasuryWallet({
  rpcUrl,
  confirmations,
}: {
  rpcUrl: string;
  confirmations: number;
}): TreasuryWallet {
  const rpc = createRpc(rpcUrl);
  const call = createLongCall(rpcUrl);

  async function findCoins(addresses: readonly OwnAddress[]): Promise<Coin[]> {
    const byScript = new Map(addresses.map((address) => [address.addressKey, address]));
    const { found, tip } = readUnspent(await scanCoins(call, [...byScript.keys()]));
    // Each once: anybody can pay thousands of small coins to our addresses in one transaction of megabytes.
    const makers = new Map(found.map(({ transaction, height }) => [transaction, height]));
    const names = await rpc(
      [...makers.values()].map((height): RpcCall => ({ method: 'getblockhash', params: [height] })),
    );
    const answers = await rpc(
      [...makers.keys()].map((transaction, at) => ({
        method: 'getrawtransaction',
        params: [transaction, false, resultOf(names[at], 'getblockhash')],
      })),
    );
    const raws = new Map([...makers.keys()].map((transaction, at) => [transaction, answers[at]]));
    return found.map(({ transaction, index, isCoinbase, height }) => {
      const raw = resultOf(raws.get(transaction), 'getrawtransaction');
      if (typeof raw !== 'string') garbage('transaction');
      const output = readOutput(raw, transaction, index, isCoinbase);
      const address = byScript.get(output.script);
      if (address === undefined) throw new NodeFault('The node gives coins that are not at our addresses.');
      const isUnripe = mustWait(tip - height, isCoinbase, confirmations);
      return { address, transaction, index, raw, amount: output.amount, isUnripe };
    });
  }

  async function readFeeRate(): Promise<bigint> {
    const estimate = await call({ method: 'estimatesmartfee', params: [TARGET_BLOCKS] }, ESTIMATE_TIMEOUT_MS);
    const feerate = fieldOf(estimate, 'feerate');
    // Coins per kilobyte, as the node's own decimal text; the node omits the field where it has no estimate.
    const parsed = typeof feerate === 'string' ? parseAmount(feerate, DECIMALS) : undefined;
    const rate = parsed?.ok === true ? parsed.value / BYTES_IN_KILOBYTE : USUAL_RATE;
    if (rate < LEAST_RATE) return LEAST_RATE;
    return rate > MOST_RATE ? MOST_RATE : rate;
  }

  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    hasSlowBalances: true,
    holdings: async (addresses) => {
      const sums = new Map<string, Holding>();
      for (const { address, amount } of await findCoins(addresses)) {
        const before = sums.get(address.addressKey)?.amount ?? 0n;
        sums.set(address.addressKey, { address, asset: ASSET, amount: before + amount });
      }
      return [...sums.values()];
    },
    used: async (addresses) => new Set((await findCoins(addresses)).map(({ address }) => address.addressKey)),
    draft: async (wish) => {
      const [coins, feeRate] = await Promise.all([findCoins([wish.treasury, ...wish.deposits]), readFeeRate()]);
      return draftSpending(unspokenFor(coins, wish.reserved), feeRate, wish);
    },
    replacing: {
      uses: coinsOf,
      draft: async (waiting, { treasury, deposits, reserved, sweepTo }) => {
        const [coins, feeRate] = await Promise.all([findCoins([treasury, ...deposits]), readFeeRate()]);
        return draftReplacement({ treasury, coins: unspokenFor(coins, reserved), feeRate, sweepTo }, waiting);
      },
    },
    identify: (planned, raw) => Promise.resolve(identify(planned, raw)),
    broadcast: async (raw) => {
      const [answer] = await rpc([{ method: 'sendrawtransaction', params: [raw] }]);
      if (answer?.ok === false && (answer.code === ALREADY_IN_CHAIN || IS_KNOWN.test(answer.message))) return;
      resultOf(answer, 'sendrawtransaction');
    },
    // A transaction in a Bitcoin block has succeeded, and its fee is the planned one.
    outcome: (planned) => Promise.resolve(planned.kind === 'bitcoin' ? { isSuccess: true, fee: planned.fee } : null),
    trace: (transaction, blockHash) => traceTransaction({ rpc, exact: call }, { transaction, blockHash }),
  };
}

/** The coins that no other plan of ours spends. */
function unspokenFor(coins: readonly Coin[], reserved: readonly Planned[] = []): Coin[] {
  const taken = new Set(reserved.flatMap(coinsOf));
  return coins.filter(({ transaction, index }) => !taken.has(`${transaction}:${index}`));
}

interface Unspent {
  readonly transaction: string;
  readonly index: number;
  readonly height: number;
  readonly isCoinbase: boolean;
}

/** What a scan found. Numbers are decimal texts. */
function readUnspent(value: unknown): { found: Unspent[]; tip: number } {
  const unspents = fieldOf(value, 'unspents');
  if (fieldOf(value, 'success') !== true || !Array.isArray(unspents)) throw unreadable();
  const found = unspents.map((entry: unknown) => {
    const transaction = fieldOf(entry, 'txid');
    if (!isHash(transaction)) throw unreadable();
    const [index, height] = [readCount(fieldOf(entry, 'vout')), readCount(fieldOf(entry, 'height'))];
    return { transaction, index, height, isCoinbase: fieldOf(entry, 'coinbase') === true };
  });
  return { found, tip: readCount(fieldOf(value, 'height')) };
}

function readCount(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,10}$/.test(value)) return Number(value);
  throw unreadable();
}

const unreadable = (): NodeFault => new NodeFault("The node's list of coins can't be read. Nothing was planned.");

function readOutput(raw: string, transaction: string, index: number, isCoinbase: boolean) {
  const reader = createReader(Buffer.from(raw, 'hex'));
  const { hash, made } = readTransaction(reader, isCoinbase);
  const output = made[index];
  if (displayed(hash) !== transaction || output === undefined || !reader.isAtEnd()) garbage('transaction');
  return output;
}

/**
 * The id of a signed transaction; null unless it is the planned one's. The id covers everything but the signatures of
 * segwit coins, as all of ours are (BIP-141): a script beside these would change it, and no node takes that.
 */
function identify(planned: Planned, raw: string): string | null {
  if (planned.kind !== 'bitcoin') return null;
  try {
    const wanted = Transaction.fromPSBT(Buffer.from(planned.psbt, 'base64'));
    const signed = Transaction.fromRaw(Buffer.from(raw, 'hex'));
    return signed.isFinal && signed.id === wanted.id ? signed.id : null;
  } catch {
    // Bytes that are no transaction.
    return null;
  }
}
