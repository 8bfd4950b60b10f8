import { cardanoAddress } from '@kobogate/addresses';
import {
  cardanoBody,
  type CardanoPlanned,
  type CardanoSignature,
  cardanoSigned,
  mostCardanoFee,
} from '@kobogate/plans';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { SignerAt } from '../derive/family-keys.ts';
import { type Examined, refused, requireOwn, requirePayee } from './examine.ts';

const ASSET = 'ADA@cardano';

/**
 * Examines the transactions of a plan: each coin must be named as one of this seed's, everything except refunds must end at its
 * treasury, including native tokens, and the fee must be sane. The signed bytes are made from the plan itself; with a coin of
 * another amount than it says the network refuses the transaction, because its sums must fit. Throws `Refusal` in words. Pure.
 */
export function examineCardano(transactions: readonly CardanoPlanned[], signerAt: SignerAt): Examined {
  const treasuries = new Set([cardanoAddress(signerAt(1, 0).publicKey).address]);
  const proven = new Set<string>();
  const spent = new Set<string>();
  const toOwn = new Map<string, bigint>();
  const toOthers: { address: string; asset: string; amount: bigint }[] = [];
  const keep = (asset: string, amount: bigint): unknown => toOwn.set(asset, (toOwn.get(asset) ?? 0n) + amount);
  let fees = 0n;
  for (const { inputs, outputs, fee } of transactions) {
    for (const { place, transaction, index } of inputs) {
      requireOwn(place, cardanoAddress(signerAt(place.chain, place.index).publicKey));
      proven.add(place.address);
      const coin = `${transaction}#${index}`;
      if (spent.has(coin)) throw refused('The plan spends one coin twice.');
      spent.add(coin);
    }
    for (const { address, amount, tokens, refundId } of outputs) {
      if (refundId === null && treasuries.has(address)) {
        proven.add(address);
        keep(ASSET, amount);
        for (const token of tokens) keep(token.unit, token.amount);
      } else if (refundId === null || tokens.length > 0) {
        throw refused(`The plan gives what is yours to ${address}, which is not your treasury.`);
      } else {
        toOthers.push({ address: requirePayee(address, 'cardano', treasuries), asset: ASSET, amount });
      }
    }
    const [taken, given] = [sum(inputs), sum(outputs)];
    if (taken !== given + fee) throw refused('The sums of a transaction of the plan do not fit.');
    if (fee > mostCardanoFee()) throw refused('A transaction of the plan offers the network far more than it costs.');
    fees += fee;
  }
  const fee = { asset: ASSET, amount: fees };
  return { toOwn, toOthers, fee, transactions: transactions.length, proven: proven.size };
}

const sum = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((all, { amount }) => all + amount, 0n);

/** Signs what `examineCardano` has accepted, once for each address that a transaction spends from. */
export function signCardanoPlan(transactions: readonly CardanoPlanned[], signerAt: SignerAt): string[] {
  return transactions.map((planned) => {
    const body = cardanoBody(planned);
    const name = blake2b(body, { dkLen: 32 });
    const places = new Map(planned.inputs.map(({ place }) => [place.address, place]));
    const signatures = [...places.values()].map(({ chain, index }): CardanoSignature => {
      const { publicKey, sign } = signerAt(chain, index);
      return { publicKey, signature: sign(name) };
    });
    return bytesToHex(cardanoSigned(body, signatures));
  });
}
