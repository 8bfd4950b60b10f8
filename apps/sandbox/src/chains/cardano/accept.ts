import { cardanoAddress } from '@kobogate/addresses';
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { everyCoin } from './faucet.ts';
import { readTransaction } from './read-transaction.ts';
import { type CardanoState, isInTime, needs } from './state.ts';
import { type CardanoTransaction, leastLovelace, type Output } from './transactions.ts';

/** The main network's parameters: a transaction's cost by its bytes, and its longest size. */
export const FEE_PER_BYTE = 44;
export const FEE_AT_LEAST = 155_381;
export const MOST_BYTES = 16_384;

/** Why a node does not take a transaction, in the ledger's own names. */
export class NotTaken extends Error {}

/**
 * Accepts a signed transaction into the mempool, as a node does: its coins exist and no other waiting one spends them,
 * each one's owner has signed, and sums, fee and outputs follow the ledger's rules. Throws `NotTaken`. Answers its id.
 */
export function acceptTransaction(state: CardanoState, cbor: string): string {
  const { transaction, witnesses } = read(cbor);
  const { hash, inputs, outputs, fee, failure, lastSlot } = transaction;
  if (!isInTime(lastSlot, state.tip().time)) throw new NotTaken('OutsideValidityIntervalUTxO');
  const coins = everyCoin(state);
  const taken = new Set(state.waiting.flatMap(needs));
  const spent = inputs.flatMap((key) => (taken.has(key) ? [] : (coins.get(key)?.output ?? [])));
  if (spent.length === 0 || spent.length !== new Set(inputs).size) throw new NotTaken('BadInputsUTxO');
  const signers = witnesses.filter(({ publicKey, signature }) =>
    ed25519.verify(signature, hexToBytes(hash), publicKey),
  );
  const owners = new Set(signers.map(({ publicKey }) => cardanoAddress(publicKey).address));
  if (signers.length < witnesses.length) throw new NotTaken('InvalidWitnessesUTXOW');
  if (spent.some(({ address }) => !owners.has(address))) throw new NotTaken('MissingVKeyWitnessesUTXOW');
  if (failure !== null || !isBalanced(spent, outputs, fee)) throw new NotTaken('ValueNotConservedUTxO');
  const bytes = cbor.length / 2;
  if (fee < BigInt(FEE_AT_LEAST + FEE_PER_BYTE * bytes)) throw new NotTaken('FeeTooSmallUTxO');
  if (bytes > MOST_BYTES) throw new NotTaken('MaxTxSizeUTxO');
  if (outputs.some((output) => output.lovelace < leastLovelace(output)))
    throw new NotTaken('BabbageOutputTooSmallUTxO');
  state.wait(transaction);
  return hash;
}

function read(cbor: string): ReturnType<typeof readTransaction> {
  try {
    return readTransaction(cbor);
  } catch {
    throw new NotTaken('DecoderFailure');
  }
}

/** Every token and the lovelace: the inputs equal the outputs and the fee. */
function isBalanced(spent: readonly Output[], made: CardanoTransaction['outputs'], fee: bigint): boolean {
  const left = new Map<string, bigint>([['lovelace', -fee]]);
  const count = ({ lovelace, tokens }: Output, sign: bigint): void => {
    for (const [unit, amount] of [['lovelace', lovelace] as const, ...Object.entries(tokens)]) {
      left.set(unit, (left.get(unit) ?? 0n) + sign * amount);
    }
  };
  for (const output of spent) count(output, 1n);
  for (const output of made) count(output, -1n);
  return [...left.values()].every((rest) => rest === 0n);
}
