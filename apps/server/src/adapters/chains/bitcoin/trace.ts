import { bitcoinInputScript } from '@kobogate/addresses';
import { parseAmount } from '@kobogate/money';
import { Address, OutScript, Transaction } from '@scure/btc-signer';
import { NodeFault, type Traced } from '../../../custody/index.ts';
import { createChanges } from '../changes.ts';
import { fieldOf } from '../fields.ts';
import { resultOf, type Rpc, type RpcCall } from '../rpc.ts';
import type { LongCall } from './long-call.ts';
import { createReader, garbage } from './reader.ts';
import { displayed } from './hash.ts';
import { readTransaction } from './read-transaction.ts';

const ASSET = 'BTC@mainnet';
const DECIMALS = 8;
const TIMEOUT_MS = 10_000;

/**
 * What a transaction of a block spent and made, read from the bytes that its hash identifies. The values of its inputs
 * are read from the transactions that made them or, on a node without an index of those (`txindex`), from its undo
 * data, which Bitcoin Core returns since version 25: as decimal numbers, whose own digits `exact` gives. Null where the block does
 * not have it. Throws `NodeFault`.
 */
export async function traceTransaction(
  { rpc, exact }: Node,
  { transaction, blockHash }: { readonly transaction: string; readonly blockHash: string },
): Promise<Traced | null> {
  const [answer, block] = await rpc([
    { method: 'getrawtransaction', params: [transaction, false, blockHash] },
    { method: 'getblock', params: [blockHash, 1] },
  ]);
  const names = fieldOf(resultOf(block, 'getblock'), 'tx');
  if (!Array.isArray(names) || !names.includes(transaction)) return null;
  const raw = resultOf(answer, 'getrawtransaction');
  if (typeof raw !== 'string') garbage('transaction');
  const made = outputsOf(raw, transaction);
  const parsed = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true, disableScriptCheck: true });
  const inputs = Array.from({ length: parsed.inputsLength }, (_, at) => {
    const { txid, index = 0, finalScriptSig, finalScriptWitness } = parsed.getInput(at);
    const shown = bitcoinInputScript(finalScriptSig ?? Buffer.alloc(0), finalScriptWitness ?? []);
    return { transaction: Buffer.from(txid ?? []).toString('hex'), index, shown };
  });
  const spent = await readSpent({ rpc, exact }, { transaction, blockHash, inputs });
  const changes = createChanges();
  for (const { script, amount } of spent) changes.add(ASSET, script, -amount);
  for (const { script, amount } of made) changes.add(ASSET, script, amount);
  const sum = (coins: readonly { readonly amount: bigint }[]): bigint =>
    coins.reduce((all, { amount }) => all + amount, 0n);
  const fee = sum(spent) - sum(made);
  if (fee < 0n) throw new NodeFault(`The node's account of ${transaction} makes more coins than it spends.`);
  return {
    isSuccess: true,
    fee,
    changes: changes.list(writeAddress),
    uses: inputs.map((input) => `${input.transaction}:${input.index}`),
  };
}

interface Node {
  readonly rpc: Rpc;
  readonly exact: LongCall;
}

interface Input {
  readonly transaction: string;
  readonly index: number;
  /** The script whose coin it spends, where the input itself shows it. */
  readonly shown: string | null;
}

interface Coin {
  readonly script: string;
  readonly amount: bigint;
}

async function readSpent(
  { rpc, exact }: Node,
  { transaction, blockHash, inputs }: { transaction: string; blockHash: string; inputs: readonly Input[] },
): Promise<Coin[]> {
  const calls = inputs.map((input): RpcCall => ({ method: 'getrawtransaction', params: [input.transaction, false] }));
  const answers = await rpc(calls);
  const isIndexed = answers.every(({ ok }) => ok);
  const told = { method: 'getrawtransaction', params: [transaction, 2, blockHash] };
  const undone = isIndexed ? undefined : fieldOf(await exact(told, TIMEOUT_MS), 'vin');
  return inputs.map((input, at) => {
    const earlier = answers[at];
    const coin =
      earlier?.ok === true && typeof earlier.result === 'string'
        ? outputsOf(earlier.result, input.transaction)[input.index]
        : readPrevout(Array.isArray(undone) ? undone[at] : undefined);
    if (coin === undefined || coin === null) {
      throw new NodeFault(
        `The node does not say what ${transaction} spent. It needs an index of all transactions (txindex=1), or Bitcoin Core 25.`,
      );
    }
    if (input.shown !== null && input.shown !== coin.script) garbage('coin that was spent');
    return coin;
  });
}

/** A spent coin as the node reports it for an input. */
function readPrevout(input: unknown): Coin | null {
  const prevout = fieldOf(input, 'prevout');
  const [script, value] = [fieldOf(fieldOf(prevout, 'scriptPubKey'), 'hex'), fieldOf(prevout, 'value')];
  const amount = typeof value === 'string' ? parseAmount(value, DECIMALS) : undefined;
  return typeof script === 'string' && amount?.ok === true ? { script, amount: amount.value } : null;
}

function outputsOf(raw: string, name: string): readonly Coin[] {
  const bytes = Buffer.from(raw, 'hex');
  // A block's first transaction spends no coins, and is told apart by that.
  for (const isCoinbase of [false, true]) {
    try {
      const { hash, made } = readTransaction(createReader(bytes), isCoinbase);
      if (displayed(hash) === name) return made;
    } catch (fault) {
      if (!(fault instanceof NodeFault)) throw fault;
    }
  }
  return garbage('transaction');
}

/** The address of a script as people know it; the script itself where it has none. */
function writeAddress(script: string): string {
  try {
    return Address().encode(OutScript.decode(Buffer.from(script, 'hex')));
  } catch {
    return script;
  }
}
