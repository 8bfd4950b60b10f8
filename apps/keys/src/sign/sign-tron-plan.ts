import { tronAddress } from '@kobogate/addresses';
import { findLedgerAsset } from '@kobogate/contract';
import { mostTronFee, type TronPlanned, tronRawData, tronSigned } from '@kobogate/plans';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { KeyAt } from '../derive/family-keys.ts';
import { type Examined, refused, requireOwn, requirePayee } from './examine.ts';

/** As wallets write it: which of two public keys signed, after Ethereum's older form. */
const FIRST_RECOVERY = 27;

/**
 * Reads every transaction of a plan: it must come from an address of this seed, for a sane fee, and its sweeps and TRX for fees
 * must end at addresses of this seed. The moved coins need no other check: the bytes that are signed are made from these fields
 * alone. Throws `Refusal` in words. Pure.
 */
export function examineTron(transactions: readonly TronPlanned[], keyAt: KeyAt): Examined {
  const toOwn = new Map<string, bigint>();
  const toOthers: { address: string; asset: string; amount: bigint }[] = [];
  const proven = new Set<string>();
  const treasuries = new Set([tronAddress(keyAt(1, 0).publicKey).address]);
  let fee = 0n;
  for (const planned of transactions) {
    const { asset, amount, from, payee, payeePlace, purpose } = planned;
    requireOwn(from, tronAddress(keyAt(from.chain, from.index).publicKey));
    proven.add(from.address);
    const found = findLedgerAsset(asset);
    if (found?.network !== 'tron' || amount === 0n) throw refused(`The plan moves ${asset}.`);
    if (planned.fee > mostTronFee() || planned.feeLimit > planned.fee) {
      throw refused('A transaction of the plan offers the network far more than it costs.');
    }
    fee += planned.fee;
    if (purpose === 'refund') {
      toOthers.push({ address: requirePayee(payee, 'tron', treasuries), asset, amount });
      continue;
    }
    const wantedChain = purpose === 'sweep' ? 1 : 0;
    if (payeePlace?.chain !== wantedChain || payeePlace.address !== payee) {
      throw refused(`A transaction is called a ${purpose} and does not end at an address of yours.`);
    }
    requireOwn(payeePlace, tronAddress(keyAt(payeePlace.chain, payeePlace.index).publicKey));
    proven.add(payee);
    toOwn.set(asset, (toOwn.get(asset) ?? 0n) + amount);
  }
  const total = { asset: 'TRX@tron', amount: fee };
  return { toOwn, toOthers, fee: total, transactions: transactions.length, proven: proven.size };
}

/** Signs what `examineTron` has accepted, in order. Deterministic (RFC 6979). */
export function signTronPlan(transactions: readonly TronPlanned[], keyAt: KeyAt): string[] {
  return transactions.map((planned) => {
    const { privateKey } = keyAt(planned.from.chain, planned.from.index);
    const hash = sha256(tronRawData(planned));
    const [recovery = 0, ...halves] = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' });
    const signature = concatBytes(Uint8Array.from(halves), Uint8Array.of(FIRST_RECOVERY + recovery));
    return bytesToHex(tronSigned(planned, signature));
  });
}
