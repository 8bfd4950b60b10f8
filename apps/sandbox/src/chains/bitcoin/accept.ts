import { secp256k1, schnorr } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { OutScript, Transaction } from '@scure/btc-signer';
import { everyCoin } from './faucet.ts';
import type { BitcoinState } from './state.ts';
import { isUnripe } from './state.ts';
import { type BitcoinTransaction, type Coin, readTransaction } from './transactions.ts';

/** Why a node does not take a transaction, in Bitcoin Core's own words where it has any. */
export class Unacceptable extends Error {}

const LEAST_OUTPUT = 294n;
const ALL = 1;
const DEFAULT = 0;
const SIGNATURE_WITH_TYPE = 65;

/** Of an input that may be replaced (BIP-125). */
const LAST_REPLACEABLE = 0xff_ff_ff_fd;

/** A transaction that a node takes, and the waiting ones that it replaces. */
export interface Accepted {
  readonly transaction: BitcoinTransaction;
  readonly replaces: readonly BitcoinTransaction[];
}

/**
 * A transaction from its hexadecimal, if a node would relay it: its coins exist, its outputs don't exceed them, and each input
 * is signed by the key that its coin is locked to (segwit and taproot keys). Waiting ones that spend the same coins are
 * replaced if they allow it, and if the new one pays the miner more than they do, plus its own relay fee (BIP-125). Throws
 * `Unacceptable`.
 */
export function acceptTransaction(state: BitcoinState, raw: string): Accepted {
  const [transaction, signed] = read(raw);
  if (state.waiting.some(({ txid }) => txid === transaction.txid)) throw new Unacceptable('txn-already-in-mempool');
  const known = everyCoin(state);
  const coins = transaction.spends.map((key) => {
    const coin = known.get(key);
    if (coin === undefined) throw new Unacceptable('bad-txns-inputs-missingorspent');
    if (isUnripe(coin, state.tip().height + 1)) throw new Unacceptable('bad-txns-premature-spend-of-coinbase');
    return coin;
  });
  const sum = (values: readonly { amount: bigint }[]): bigint => values.reduce((all, { amount }) => all + amount, 0n);
  if (sum(coins) < sum(transaction.outputs)) throw new Unacceptable('bad-txns-in-belowout');
  if (sum(coins) - sum(transaction.outputs) < BigInt(signed.vsize)) throw new Unacceptable('min relay fee not met');
  if (transaction.outputs.some(({ amount }) => amount < LEAST_OUTPUT)) throw new Unacceptable('dust');
  for (const at of coins.keys()) {
    if (!isSigned(signed, at, coins)) throw new Unacceptable('mandatory-script-verify-flag-failed');
  }
  const spent = new Set(transaction.spends);
  const replaces = state.waiting.filter(({ spends }) => spends.some((key) => spent.has(key)));
  const feeOf = ({ spends, outputs }: BitcoinTransaction): bigint =>
    sum(spends.flatMap((key) => known.get(key) ?? [])) - sum(outputs);
  if (replaces.length > 0 && !replaces.every(isReplaceable)) throw new Unacceptable('txn-mempool-conflict');
  const least = replaces.reduce((fees, each) => fees + feeOf(each), BigInt(signed.vsize));
  if (replaces.length > 0 && feeOf(transaction) < least) throw new Unacceptable('insufficient fee');
  return { transaction, replaces };
}

function isReplaceable({ raw }: BitcoinTransaction): boolean {
  const [, decoded] = read(raw);
  return Array.from({ length: decoded.inputsLength }, (_, at) => decoded.getInput(at).sequence ?? Infinity).some(
    (sequence) => sequence <= LAST_REPLACEABLE,
  );
}

function read(raw: string): [BitcoinTransaction, Transaction] {
  try {
    return [readTransaction(raw), Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true })];
  } catch {
    throw new Unacceptable('TX decode failed');
  }
}

function isSigned(signed: Transaction, at: number, coins: readonly Coin[]): boolean {
  const scripts = coins.map(({ script }) => Buffer.from(script, 'hex'));
  const amounts = coins.map(({ amount }) => amount);
  const script = scripts[at] ?? Buffer.alloc(0);
  const [signature = new Uint8Array(), publicKey = new Uint8Array()] = signed.getInput(at).finalScriptWitness ?? [];
  try {
    const lock = OutScript.decode(script);
    if (lock.type === 'wpkh') {
      const spent = OutScript.encode({ type: 'pkh', hash: lock.hash });
      const hash = signed.preimageWitnessV0(at, spent, ALL, amounts[at] ?? 0n);
      const isKey = Buffer.from(ripemd160(sha256(publicKey))).equals(Buffer.from(lock.hash));
      const options = { prehash: false, format: 'der' } as const;
      return isKey && signature.at(-1) === ALL && secp256k1.verify(signature.slice(0, -1), hash, publicKey, options);
    }
    if (lock.type === 'tr') {
      const type = signature.length === SIGNATURE_WITH_TYPE ? (signature.at(-1) ?? DEFAULT) : DEFAULT;
      const hash = signed.preimageWitnessV1(at, scripts, type, amounts);
      return schnorr.verify(signature.slice(0, 64), hash, lock.pubkey);
    }
    return false;
  } catch {
    // A malformed signature or key.
    return false;
  }
}
