import { NodeFault } from '../../../custody/index.ts';
import type { Api } from './api.ts';
import { garbage, readFields, readList } from '../fields.ts';
import { readCount, readHash, readWhole } from './fields.ts';
import type { CardanoTransaction, Output } from './read-transaction.ts';

/** Byron addresses with a derivation path are the longest that exist. */
const LONGEST_ADDRESS = 200;

/**
 * Checks the API's index for a transaction of ours that was read from its bytes: its block, whether its contracts succeeded,
 * and the amounts of our outputs. Throws `NodeFault` if the two differ. The bytes alone prove neither that the block has them
 * nor that the contracts succeeded. Answers the addresses whose coins it spent, which only the index has.
 */
export async function requireSecondAccount(
  api: Api,
  { transaction, outputs, block }: { transaction: CardanoTransaction; outputs: readonly Output[]; block: string },
): Promise<string[]> {
  const { hash, isValid } = transaction;
  const [described, utxos] = await Promise.all([api(`/txs/${hash}`), api(`/txs/${hash}/utxos`)]);
  if (described === null || utxos === null) {
    throw new NodeFault(`The node does not give the transaction ${hash} of its own block. We will ask again.`);
  }
  const place = readFields(described, 'transaction');
  if (readHash(place['hash'], "transaction's name") !== hash || readHash(place['block'], 'block') !== block) {
    throw new NodeFault(`The node has the transaction ${hash} in two places. Nothing of it was counted.`);
  }
  const made = readFields(utxos, 'account of outputs');
  const listed = readList(made['outputs'], 'list of outputs').map(readOutput);
  const isBacked = (output: Output): boolean =>
    listed.some(
      ({ index, address, lovelace, isCollateral }) =>
        index === output.index &&
        address === output.address &&
        lovelace === output.lovelace &&
        isCollateral === !isValid,
    );
  const isSame = made['hash'] === hash && place['valid_contract'] === isValid;
  if (!isSame || !outputs.every(isBacked)) {
    throw new NodeFault(`The node gives two accounts of the transaction ${hash}. Nothing of it was counted.`);
  }
  return readList(made['inputs'], 'list of inputs').flatMap((input) => readSender(input, isValid));
}

/**
 * The address of a coin that was really spent: a failed transaction spends its collateral alone, and reference inputs
 * are not spent.
 */
function readSender(value: unknown, isValid: boolean): string[] {
  const { address, collateral, reference } = readFields(value, 'input');
  if (typeof address !== 'string' || address.length > LONGEST_ADDRESS) garbage('address');
  return reference !== true && (collateral === true) !== isValid ? [address] : [];
}

function readOutput(value: unknown): { index: number; address: unknown; lovelace: bigint; isCollateral: unknown } {
  const { output_index: index, address, amount, collateral } = readFields(value, 'output');
  const amounts = readList(amount, 'list of amounts').map((entry) => readFields(entry, 'amount'));
  const [coins, ...more] = amounts.filter(({ unit }) => unit === 'lovelace');
  if (coins === undefined || more.length > 0) garbage('output without its lovelace');
  return {
    index: readCount(index, 'place'),
    address,
    lovelace: readWhole(coins['quantity'], 'amount'),
    isCollateral: collateral,
  };
}
