import { bitcoinAddress, type BitcoinScript, checkAddress } from '@kobogate/addresses';
import { type BitcoinPlanned, type KeyPlace, mostBitcoinFee } from '@kobogate/plans';
import { Transaction } from '@scure/btc-signer';
import type { KeyAt } from '../derive/family-keys.ts';
import type { SpendingKeys } from '../derive/spending-keys.ts';
import { type Examined, refused, requireAddress, requireOwn, requirePayee } from './examine.ts';

const ASSET = 'BTC@mainnet';

interface Script {
  readonly script: BitcoinScript;
  readonly keyAt: KeyAt;
}

/** Which of the two kinds of address a place has: `bc1p` is taproot's. */
export function scriptOf({ address }: KeyPlace, keys: SpendingKeys['bitcoin']): Script {
  const script = address.startsWith('bc1p') ? 'taproot' : 'segwit';
  return { script, keyAt: keys[script] };
}

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');

/**
 * Reading it compares each coin with the transaction that made it: its id and, where both are given, script and amount.
 */
function read({ psbt }: BitcoinPlanned): Transaction {
  try {
    return Transaction.fromPSBT(Buffer.from(psbt, 'base64'));
  } catch {
    throw refused(
      'A transaction of the plan is no PSBT, or has a coin with another transaction than the one that made it.',
    );
  }
}

/** A coin that a transaction spends, and the output that made it. */
interface SpentCoin {
  /** The id of the transaction that made it, and its place there. */
  readonly coin: string;
  readonly script: string;
  readonly amount: bigint;
}

/**
 * The coins of a planned transaction. A segwit signature covers only the amount of its own input (BIP-143): two plans that
 * lie about one coin each would get signatures that together allow any fee. So the amount is read from the transaction that
 * made the coin, whose hash is the coin's id. Throws `Refusal` where one has none. Pure.
 */
export function coinsIn(planned: BitcoinPlanned): SpentCoin[] {
  const transaction = read(planned);
  if (transaction.inputsLength !== planned.inputs.length) throw refused(OTHER_FORM);
  return planned.inputs.map((_, at) => {
    const { txid, index = -1, nonWitnessUtxo } = transaction.getInput(at);
    if (nonWitnessUtxo === undefined) {
      throw refused('A coin comes without the transaction that made it, so its amount can’t be checked.');
    }
    const output = nonWitnessUtxo.outputs[index];
    return { coin: `${hex(txid)}:${index}`, script: hex(output?.script), amount: output?.amount ?? 0n };
  });
}

const OTHER_FORM = 'A transaction of the plan has other inputs or outputs than the plan says.';

/**
 * Reads every PSBT of a plan itself: each input must be locked to an address of this seed, what the plan calls the
 * treasury's must be, and the fee must be sane. Throws `Refusal` in words. Pure.
 */
export function examineBitcoin(transactions: readonly BitcoinPlanned[], keys: SpendingKeys['bitcoin']): Examined {
  const proven = new Set<string>();
  const spent = new Set<string>();
  const toOthers: { address: string; asset: string; amount: bigint }[] = [];
  let [own, fee] = [0n, 0n];
  for (const planned of transactions) {
    const transaction = read(planned);
    const coins = coinsIn(planned);
    if (transaction.outputsLength !== planned.outputs.length) throw refused(OTHER_FORM);
    let [taken, given] = [0n, 0n];
    for (const [at, { place, amount }] of planned.inputs.entries()) {
      const { script, keyAt } = scriptOf(place, keys);
      const found = bitcoinAddress(keyAt(place.chain, place.index).publicKey, script);
      requireOwn(place, found);
      proven.add(place.address);
      const made = coins[at];
      if (made?.script !== found.addressKey || made.amount !== amount) {
        throw refused('A coin of the plan is not locked to the address that the plan names.');
      }
      if (spent.has(made.coin)) throw refused('The plan spends one coin twice.');
      spent.add(made.coin);
      taken += amount;
    }
    const treasuries = treasuriesOf(keys);
    for (const [at, { address, amount, refundId }] of planned.outputs.entries()) {
      const output = transaction.getOutput(at);
      const checked = checkAddress('bitcoin', requireAddress(address, 'mainnet'), 'Bitcoin');
      if ('problem' in checked || hex(output.script) !== checked.addressKey || output.amount !== amount) {
        throw refused('A transaction of the plan pays another address than the plan says.');
      }
      given += amount;
      if (refundId === null && treasuries.has(address)) {
        own += amount;
        proven.add(address);
      } else if (refundId === null) {
        throw refused(`The plan gives change to ${address}, which is not your treasury.`);
      } else {
        toOthers.push({ address: requirePayee(address, 'mainnet', treasuries), asset: ASSET, amount });
      }
    }
    const cost = taken - given;
    if (cost < 0n || cost > mostBitcoinFee(planned.inputs.length)) {
      throw refused('A transaction of the plan leaves the miners far more than it costs.');
    }
    fee += cost;
  }
  const toOwn = own === 0n ? new Map<string, bigint>() : new Map([[ASSET, own]]);
  return {
    toOwn,
    toOthers,
    fee: { asset: ASSET, amount: fee },
    transactions: transactions.length,
    proven: proven.size,
  };
}

function treasuriesOf(keys: SpendingKeys['bitcoin']): ReadonlySet<string> {
  const scripts: readonly BitcoinScript[] = ['segwit', 'taproot'];
  return new Set(scripts.map((script) => bitcoinAddress(keys[script](1, 0).publicKey, script).address));
}

/** Signs what `examineBitcoin` has accepted, each in the form that a node takes. */
export function signBitcoinPlan(transactions: readonly BitcoinPlanned[], keys: SpendingKeys['bitcoin']): string[] {
  return transactions.map((planned) => {
    const transaction = read(planned);
    for (const [at, { place }] of planned.inputs.entries()) {
      const { script, keyAt } = scriptOf(place, keys);
      const { privateKey, publicKey } = keyAt(place.chain, place.index);
      // BIP-371: the internal key of an output key, without which a taproot input can't be signed.
      if (script === 'taproot') transaction.updateInput(at, { tapInternalKey: publicKey.subarray(1) });
      transaction.signIdx(privateKey, at);
    }
    transaction.finalize();
    return hex(transaction.extract());
  });
}
