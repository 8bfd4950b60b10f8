import {
  isCurrency,
  readRefundPair,
  refundNetworkName,
  refundNetworksOf,
  refundAddressTakesProof,
  TEXTS,
} from '@kobogate/contract';
import type { Problem } from '../../lib/use-form.ts';

export interface RefundForm {
  address: string;
  currency: string;
  network: string;
}

/**
 * The first thing wrong with the form, or null: all three fields, then an existing pair. The address itself is checked
 * by the server, which knows each chain's form and checksum.
 */
export function refundFormProblem(form: RefundForm): Problem | null {
  const empty = (['currency', 'network', 'address'] as const).find((field) => form[field].trim() === '');
  if (empty !== undefined) return { field: empty, text: TEXTS.walletDetailsMissing };
  const { problem } = readRefundPair(form.currency, form.network);
  return problem === null ? null : { field: 'network', text: problem };
}

/** The networks that a chosen currency can be sent back on, for the field's hint; undefined while none is chosen. */
export function networksHint(currency: string): string | undefined {
  if (!isCurrency(currency)) return undefined;
  const names = refundNetworksOf(currency).map(refundNetworkName);
  return `${currency} exists on ${new Intl.ListFormat('en-GB').format(names)}.`;
}

/** An address is written in capitals or small letters on most chains: the server saves one form of it. */
const folded = ({ address, ...pair }: RefundForm): RefundForm => ({ ...pair, address: address.trim().toLowerCase() });

/** Whether what is typed is saved only with the owner's proof. Pure. */
export const needsProof = (saved: readonly RefundForm[], typed: RefundForm): boolean =>
  typed.address.trim() !== '' && refundAddressTakesProof(saved.map(folded), folded(typed));
