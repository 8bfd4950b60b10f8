import type { Traced } from '../../../custody/index.ts';
import { createChanges } from '../changes.ts';
import { type Fields, garbage, readFields, readList } from '../fields.ts';
import type { Api } from './api.ts';
import { readCount, readHash, readWhole } from './fields.ts';

const ASSET = 'ADA@cardano';

/**
 * What a transaction of a block spent and made, of ADA alone, by the API's index. Null where the block does not have it. Throws
 * `NodeFault`.
 */
export async function traceTransaction(
  api: Api,
  { transaction, blockHash }: { readonly transaction: string; readonly blockHash: string },
): Promise<Traced | null> {
  const [described, utxos] = await Promise.all([api(`/txs/${transaction}`), api(`/txs/${transaction}/utxos`)]);
  if (described === null || utxos === null) return null;
  const place = readFields(described, 'transaction');
  if (readHash(place['block'], 'block') !== blockHash) return null;
  const made = readFields(utxos, 'account of outputs');
  if (readHash(place['hash'], 'name') !== transaction || made['hash'] !== transaction) garbage('transaction');
  const isValid = place['valid_contract'] !== false;
  const counts = (entry: Fields): boolean => entry['reference'] !== true && (entry['collateral'] === true) !== isValid;
  const listed = (name: string): Fields[] =>
    readList(made[name], `list of ${name}`)
      .map((entry) => readFields(entry, 'coin'))
      .filter(counts);
  const [spent, left] = [listed('inputs'), listed('outputs')];
  const changes = createChanges();
  for (const coin of spent) changes.add(ASSET, addressOf(coin), -lovelaceOf(coin));
  for (const coin of left) changes.add(ASSET, addressOf(coin), lovelaceOf(coin));
  const sum = (coins: readonly Fields[]): bigint => coins.reduce((all, coin) => all + lovelaceOf(coin), 0n);
  // Payments into or out of the ledger itself, such as a deposit for a stake key, are not ours: our keys sign none.
  return {
    isSuccess: isValid,
    fee: sum(spent) - sum(left),
    changes: changes.list(),
    uses: spent.map((coin) => `${readHash(coin['tx_hash'], 'name')}:${readCount(coin['output_index'], 'place')}`),
  };
}

function addressOf({ address }: Fields): string {
  return typeof address === 'string' ? address : garbage('address');
}

function lovelaceOf({ amount }: Fields): bigint {
  const lovelace = readList(amount, 'list of amounts')
    .map((entry) => readFields(entry, 'amount'))
    .find(({ unit }) => unit === 'lovelace');
  return readWhole(lovelace?.['quantity'], 'amount');
}
