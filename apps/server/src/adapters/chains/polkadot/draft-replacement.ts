import { mostPolkadotFee, type PolkadotPlanned } from '@kobogate/plans';
import { EXISTENTIAL_DEPOSIT } from '@kobogate/substrate';
import type { OwnAddress, Replacement } from '../../../custody/index.ts';
import { FEE_ROOM, type OwnAccount, type Terms } from './draft-spending.ts';

/**
 * What only one transfer can use: a nonce of an account, which is kept alive so that its nonces never restart. Pure.
 */
export const numberOf = ({ from, nonce }: PolkadotPlanned): string => `${from.address} ${nonce}`;

/** A waiting transfer. */
export interface WaitingTransfer {
  readonly planned: PolkadotPlanned;
  readonly txid: string;
}

/**
 * The same transfers with the same nonces for the current runtime. A transfer is valid only for the runtime that it was signed
 * for, and while that one runs there is nothing to replace, since the network sets the fee. A sweep that is left out has ended
 * where its runtime was an earlier one: runtime versions only rise. One whose nonce a block up to which the watcher has read
 * has used is impossible: that block has none of these. `settled` are the accounts in it. Pure.
 */
export function draftReplacement(
  { accounts, settled }: { readonly accounts: readonly OwnAccount[]; readonly settled: readonly OwnAccount[] },
  terms: Terms,
  tries: readonly WaitingTransfer[],
): Replacement {
  const fee = terms.fee * FEE_ROOM;
  const accountOf = (planned: PolkadotPlanned): OwnAccount | undefined => ownerOf(accounts, planned);
  if (fee > mostPolkadotFee()) {
    return { refusal: 'The network asks for more than the key tool signs for. Please wait.' };
  }
  const used = tries.filter(({ planned }) => isNumberUsed(accounts, planned));
  const unsure = used.find(({ planned }) => !isNumberUsed(settled, planned))?.planned;
  if (unsure !== undefined) {
    return {
      refusal: `A final block has used the number ${unsure.nonce} of ${unsure.from.address}. Please wait until the watcher has read it, and look again.`,
    };
  }
  const impossible = new Set(used.map(({ txid }) => txid));
  const waiting = tries.filter((each) => !used.includes(each)).map(({ planned }) => planned);
  if (waiting.some(({ specVersion }) => specVersion === terms.specVersion)) {
    return { refusal: 'The runtime that the plan was signed for still runs: send its file again.' };
  }
  const { specVersion, transactionVersion } = terms;
  const latest = [...new Map(waiting.map((planned) => [numberOf(planned), planned])).values()];
  const notes =
    impossible.size === 0
      ? []
      : [`${impossible.size} of them can no longer be included, as other transactions have used their numbers.`];
  const swept = latest.flatMap((planned): PolkadotPlanned[] => {
    if (planned.purpose !== 'sweep') return [];
    const most = (accountOf(planned)?.free ?? 0n) - EXISTENTIAL_DEPOSIT - fee;
    const amount = planned.amount < most ? planned.amount : most;
    if (amount > 0n) return [{ ...planned, specVersion, transactionVersion, fee, amount }];
    notes.push(`${planned.from.address} has too little for its fee by now, and was left out.`);
    for (const { planned: old, txid } of tries) {
      if (numberOf(old) === numberOf(planned) && old.specVersion < specVersion) impossible.add(txid);
    }
    return [];
  });
  const paid = latest
    .filter(({ purpose }) => purpose === 'refund')
    .map((planned): PolkadotPlanned => Object.assign({}, planned, { specVersion, transactionVersion, fee }));
  const sum = (all: readonly PolkadotPlanned[]): bigint => all.reduce((total, { amount }) => total + amount, 0n);
  const own = accounts.find(({ address }) => address.chain === 1);
  if (sum(paid) + fee * BigInt(paid.length) > (own?.free ?? 0n) - EXISTENTIAL_DEPOSIT + sum(swept) && paid.length > 0) {
    return { refusal: 'The treasury lacks DOT for the refunds of the plan. Put some in and look again.' };
  }
  return { transactions: [...swept, ...paid], notes, impossible };
}

const ownerOf = (accounts: readonly OwnAccount[], { from }: PolkadotPlanned): OwnAccount | undefined =>
  accounts.find(({ address }) => address.address === from.address);

/** Whether a transfer's nonce is used in the state that these accounts are of. Pure. */
export const isNumberUsed = (accounts: readonly OwnAccount[], planned: PolkadotPlanned): boolean =>
  (ownerOf(accounts, planned)?.nonce ?? 0) > planned.nonce;

/**
 * The smallest transfer of the treasury to itself, with the nonce of a refund, which then can't be included any more.
 * Pure.
 */
export function cancelling(planned: PolkadotPlanned, { chain, index, address }: OwnAddress): PolkadotPlanned | null {
  if (planned.purpose !== 'refund' || planned.from.address !== address) return null;
  const self = { payee: address, payeePlace: { chain, index, address }, refundId: null };
  return { ...planned, ...self, purpose: 'sweep', amount: 1n };
}
