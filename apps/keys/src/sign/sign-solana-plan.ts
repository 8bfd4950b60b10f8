import { checkAddress, solanaAddress } from '@kobogate/addresses';
import { findLedgerAsset } from '@kobogate/contract';
import {
  mostSolanaFee,
  solanaCost,
  type SolanaPlanned,
  solanaTransaction,
  solanaTransferMessage,
} from '@kobogate/plans';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { SignerAt } from '../derive/family-keys.ts';
import { type Examined, refused, requireOwn, requirePayee } from './examine.ts';

const COIN = 'SOL@solana';

/**
 * Examines the transfers of a plan: each from an address of this seed, paid for by its treasury, a sweep to that
 * treasury, a refund from it, and with sane fees. The signed bytes are made from the plan itself; two with the same
 * nonce, of which the network takes one, are refused. Throws `Refusal` in words. Pure.
 */
export function examineSolana(transactions: readonly SolanaPlanned[], signerAt: SignerAt): Examined {
  const proven = new Set<string>();
  const treasuries = new Set([solanaAddress(signerAt(1, 0).publicKey).address]);
  const dates = new Set<string>();
  const toOwn = new Map<string, bigint>();
  const toOthers: { address: string; asset: string; amount: bigint }[] = [];
  let fees = 0n;
  const prove = (place: SolanaPlanned['from']): void => {
    requireOwn(place, solanaAddress(signerAt(place.chain, place.index).publicKey));
    proven.add(place.address);
  };
  for (const planned of transactions) {
    const { purpose, asset, amount, from, payee, payeePlace, payer } = planned;
    if (findLedgerAsset(asset)?.network !== 'solana' || amount === 0n) throw refused(`The plan moves ${asset}.`);
    if (payer.chain !== 1) throw refused('A transaction of the plan is not paid for by your treasury.');
    for (const place of [payer, from]) prove(place);
    requireDate(planned, dates);
    const cost = solanaCost(planned);
    if (cost > mostSolanaFee()) {
      throw refused('A transaction of the plan offers the network far more than it costs.');
    }
    fees += cost;
    if (purpose === 'refund') {
      if (from.chain !== 1) throw refused('A refund of the plan is not paid from your treasury.');
      toOthers.push({ address: requirePayee(payee, 'solana', treasuries), asset, amount });
      continue;
    }
    if ((purpose === 'close') !== (planned.closes !== undefined) || (purpose === 'close' && asset !== COIN)) {
      throw refused('A transaction of the plan closes an account and moves something else.');
    }
    if (purpose === 'close' && from.chain !== 0) throw refused('The plan closes an account of your treasury.');
    if (payeePlace?.chain !== 1 || payeePlace.address !== payee) {
      throw refused('A transaction is called a sweep and does not end at an address of yours.');
    }
    prove(payeePlace);
    toOwn.set(asset, (toOwn.get(asset) ?? 0n) + amount);
  }
  const fee = { asset: COIN, amount: fees };
  return { toOwn, toOthers, fee, transactions: transactions.length, proven: proven.size };
}

function requireDate({ nonceAccount, nonce }: SolanaPlanned, dates: Set<string>): void {
  for (const text of [nonceAccount, nonce]) {
    if ('problem' in checkAddress('solana', text, 'Solana'))
      throw refused(`The plan has no nonce where it says ${text}.`);
  }
  if (dates.has(nonceAccount))
    throw refused('Two transactions of the plan have one nonce: only one of them could be sent.');
  dates.add(nonceAccount);
}

/** Signs what `examineSolana` has accepted, in order: the treasury, and the address that a sweep empties. */
export function signSolanaPlan(transactions: readonly SolanaPlanned[], signerAt: SignerAt): string[] {
  return transactions.map((planned) => {
    const message = solanaTransferMessage(planned);
    const places = [planned.payer, planned.from];
    const signatures = message.signers.map((address) => {
      const place = places.find((candidate) => candidate.address === address);
      if (place === undefined) throw new Error(`the plan has no place of ${address}`);
      return signerAt(place.chain, place.index).sign(message.bytes);
    });
    return bytesToHex(solanaTransaction(message, signatures));
  });
}
