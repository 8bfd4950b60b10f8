import { bitcoinInputScript } from '@kobogate/addresses';
import type { Transfer } from '../../../custody/index.ts';
import { fieldOf } from '../fields.ts';
import type { Rpc, RpcCall } from '../rpc.ts';
import type { BitcoinBlock } from './read-block.ts';

const SCRIPT = /^(?:[0-9a-f]{2})+$/;

/**
 * Adds the senders to the transfers: from the scripts of inputs that show them, and for inputs that show none (taproot's key
 * path) from the node's data about the outputs that they spend. Bitcoin Core has that data since version 25; with an older
 * node, or one that has pruned the block, these senders stay unknown.
 */
export async function withSenders(rpc: Rpc, block: BitcoinBlock, transfers: readonly Transfer[]): Promise<Transfer[]> {
  const spent = ({ transaction }: Transfer): (string | null)[] =>
    (block.spent.get(transaction) ?? []).map(({ scriptSig, witness }) => bitcoinInputScript(scriptSig, witness));
  const isCoinbase = ({ confirmationsAtLeast }: Transfer): boolean => confirmationsAtLeast !== undefined;
  const hidden = [
    ...new Set(
      transfers.flatMap((each) => (!isCoinbase(each) && spent(each).includes(null) ? [each.transaction] : [])),
    ),
  ];
  const answers =
    hidden.length === 0
      ? []
      : await rpc(hidden.map((name): RpcCall => ({ method: 'getrawtransaction', params: [name, 2, block.hash] })));
  const told = new Map(
    hidden.map((name, at) => {
      const answer = answers[at];
      return [name, answer?.ok === true ? readSpentScripts(answer.result) : []];
    }),
  );
  return transfers.map((each) => {
    const shown = isCoinbase(each) ? [] : spent(each).filter((script) => script !== null);
    return Object.assign(each, { senders: [...shown, ...(told.get(each.transaction) ?? [])] });
  });
}

/** The scripts whose coins each transaction of a block spends, as far as its inputs show them. Pure. */
export function shownSenders({ transactions, spent }: BitcoinBlock): ReadonlyMap<string, readonly string[]> {
  return new Map(
    // The input of a coinbase transaction spends no coin.
    transactions.slice(1).map((name) => {
      const scripts = (spent.get(name) ?? []).map(({ scriptSig, witness }) => bitcoinInputScript(scriptSig, witness));
      return [name, scripts.filter((script) => script !== null)];
    }),
  );
}

/** The scripts of the outputs that a transaction spends, as far as the node's answer has them. */
function readSpentScripts(transaction: unknown): string[] {
  const inputs = fieldOf(transaction, 'vin');
  return (Array.isArray(inputs) ? inputs : []).flatMap((input: unknown) => {
    const script = fieldOf(fieldOf(fieldOf(input, 'prevout'), 'scriptPubKey'), 'hex');
    return typeof script === 'string' && SCRIPT.test(script) ? [script] : [];
  });
}
