import { formatUnits } from '@kobogate/money';
import type { BitcoinBlock } from './blocks.ts';
import { acceptTransaction, Unacceptable } from './accept.ts';
import { serialise } from './blocks.ts';
import type { BitcoinState } from './state.ts';

/** A node's own refusal of a call, with the code of Bitcoin Core (src/rpc/protocol.h). */
export class RpcRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const INVALID_ADDRESS_OR_KEY = -5;
const INVALID_PARAMETER = -8;
const VERIFY_REJECTED = -26;
const METHOD_NOT_FOUND = -32_601;

/** Answers a call of Bitcoin Core's RPC, as far as this node supports it. Throws `RpcRefusal`. */
export function answerRpc(state: BitcoinState, method: string, params: readonly unknown[]): unknown {
  const answer = METHODS[method];
  if (answer === undefined) throw new RpcRefusal(METHOD_NOT_FOUND, 'Method not found');
  return answer(state, params);
}

type Method = (state: BitcoinState, params: readonly unknown[]) => unknown;

const METHODS: Readonly<Record<string, Method>> = {
  getblockchaininfo: (state) => ({
    chain: 'main',
    blocks: state.tip().height,
    headers: state.tip().height,
    bestblockhash: state.tip().hash,
    time: state.tip().time,
    verificationprogress: 1,
    initialblockdownload: false,
    pruned: false,
    warnings: '',
  }),
  getblockcount: (state) => state.tip().height,
  getbestblockhash: (state) => state.tip().hash,
  getblockhash: (state, [height]) => {
    const block = typeof height === 'number' ? state.blocks[height] : undefined;
    if (block === undefined) throw new RpcRefusal(INVALID_PARAMETER, 'Block height out of range');
    return block.hash;
  },
  getblockheader: (state, [hash, isVerbose = true]) => {
    const block = requireBlock(state, hash);
    return isVerbose === true ? describe(state, block) : block.header;
  },
  getblock: (state, [hash, verbosity = 1]) => {
    const block = requireBlock(state, hash);
    if (verbosity === 0) return serialise(block);
    if (verbosity !== 1) throw new RpcRefusal(INVALID_PARAMETER, 'This node answers with verbosity 0 or 1 only');
    return { ...describe(state, block), tx: block.transactions.map(({ txid }) => txid) };
  },
  getrawmempool: (state) => state.waiting.map(({ txid }) => txid),
  getrawtransaction: (state, [txid]) => {
    const all = [...state.waiting, ...state.blocks.flatMap(({ transactions }) => transactions)];
    const found = all.find((transaction) => transaction.txid === txid);
    if (found === undefined) throw new RpcRefusal(INVALID_ADDRESS_OR_KEY, 'No such mempool or blockchain transaction');
    return found.raw;
  },
  sendrawtransaction: (state, [raw]) => {
    try {
      const { transaction, replaces } = acceptTransaction(state, typeof raw === 'string' ? raw : '');
      for (const { txid } of replaces) state.forget(txid);
      state.wait(transaction);
      return transaction.txid;
    } catch (error) {
      if (error instanceof Unacceptable) throw new RpcRefusal(VERIFY_REJECTED, error.message);
      throw error;
    }
  },
  // In coins by kilobyte: always 12 satoshi a virtual byte.
  estimatesmartfee: () => ({ feerate: 0.000_12, blocks: 6 }),
  scantxoutset: (state, [action, wanted]) => {
    // A scan is over before its progress can be asked for.
    if (action === 'status') return null;
    if (action === 'abort') return false;
    if (action !== 'start' || !Array.isArray(wanted)) throw new RpcRefusal(INVALID_PARAMETER, 'Invalid action');
    const scripts = new Set(wanted.map(scriptOf));
    const found = [...state.coins.values()].filter(({ script }) => scripts.has(script));
    return {
      success: true,
      txouts: state.coins.size,
      height: state.tip().height,
      bestblock: state.tip().hash,
      unspents: found.map(({ txid, index, script, amount, isCoinbase, height }) => ({
        txid,
        vout: index,
        scriptPubKey: script,
        desc: `raw(${script})`,
        amount: Number(formatUnits(amount, 8)),
        coinbase: isCoinbase,
        height,
      })),
      total_amount: Number(
        formatUnits(
          found.reduce((sum, { amount }) => sum + amount, 0n),
          8,
        ),
      ),
    };
  },
  gettxout: (state, [txid, index]) => {
    const coin = state.coins.get(`${String(txid)}:${String(index)}`);
    if (coin === undefined) return null;
    return {
      bestblock: state.tip().hash,
      confirmations: state.tip().height - (coin.height ?? 0) + 1,
      value: Number(formatUnits(coin.amount, 8)),
      scriptPubKey: { hex: coin.script },
      coinbase: coin.isCoinbase,
    };
  },
};

/** Of a descriptor: only `raw(script)` is known here. */
function scriptOf(entry: unknown): string {
  const descriptor: unknown = typeof entry === 'object' && entry !== null && 'desc' in entry ? entry.desc : entry;
  const script = typeof descriptor === 'string' ? /^raw\(([0-9a-f]+)\)$/.exec(descriptor)?.[1] : undefined;
  if (script === undefined)
    throw new RpcRefusal(INVALID_PARAMETER, 'This node knows descriptors of the form raw(script)');
  return script;
}

function requireBlock(state: BitcoinState, hash: unknown): BitcoinBlock {
  const found = state.blocks.find((block) => block.hash === hash);
  if (found === undefined) throw new RpcRefusal(INVALID_ADDRESS_OR_KEY, 'Block not found');
  return found;
}

function describe(state: BitcoinState, { hash, height, parentHash, time, transactions }: BitcoinBlock): object {
  const next = state.blocks[height + 1];
  return {
    hash,
    confirmations: state.tip().height - height + 1,
    height,
    time,
    nTx: transactions.length,
    ...(height === 0 ? {} : { previousblockhash: parentHash }),
    ...(next === undefined ? {} : { nextblockhash: next.hash }),
  };
}
