import { type AddressId, findLedgerAsset, type NetworkId, NETWORKS } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Planned } from '@kobogate/plans';
import { layOutMail } from '../../platform/mail-layout.ts';
import { type Comparison, differenceOf } from '../treasury/reconcile.ts';
import type { Holding } from '../treasury/treasury-wallet.ts';
import type { BalanceCheck } from './db.ts';
import type { LocatedSurplus, Surplus } from './surpluses/db.ts';

/**
 * Holdings above what the known payments to their address explain. The sums are of payments, not of balances: an
 * address that was swept since is found only where it got more than all of these. Pure.
 */
export function findUnexplained(
  checks: readonly BalanceCheck[],
  holdings: readonly Holding[],
  known: readonly { readonly addressId: AddressId; readonly asset: string; readonly amount: bigint }[],
): Holding[] {
  const sums = new Map(known.map(({ addressId, asset, amount }) => [`${addressId} ${asset}`, amount]));
  const ids = new Map(checks.map(({ address, addressId }) => [address, addressId]));
  return holdings.filter(
    ({ address, asset, amount }) => amount > (sums.get(`${ids.get(address.address)} ${asset}`) ?? 0n),
  );
}

/** What planned transactions bring an address for its fees. Pure. */
export function gasFor(address: string, asset: string, planned: readonly Planned[]): bigint {
  return planned.reduce((sum, each) => {
    const isGas = 'purpose' in each && each.purpose === 'gas' && each.payee === address && each.asset === asset;
    return isGas ? sum + each.amount : sum;
  }, 0n);
}

/**
 * What the deposit addresses hold above the books, but what an operator has explained and an earlier version did not book.
 * Pure.
 */
export function surplusesOf(comparisons: readonly Comparison[], explained: readonly Surplus[]): Surplus[] {
  const allowed = new Map(explained.map(({ asset, amount }) => [asset, amount]));
  return comparisons.flatMap((comparison) => {
    const { place, asset } = comparison;
    const amount = differenceOf(comparison);
    return place === 'custody' && amount > (allowed.get(asset) ?? 0n) ? [{ asset, amount }] : [];
  });
}

function amountText({ asset, amount }: Surplus): string {
  const known = findLedgerAsset(asset);
  return known === undefined ? `${amount} ${asset}` : `${formatUnits(amount, known.decimals)} ${known.currency}`;
}

/** Surpluses as people read them. Pure. */
export const describeSurpluses = (surpluses: readonly Surplus[]): string => surpluses.map(amountText).join(', ');

/** Where surpluses are, as people look that up: an address may have several. Pure. */
export const placesOf = (surpluses: readonly LocatedSurplus[]): { address: string; amount: string }[] =>
  surpluses.flatMap(({ asset, places }) =>
    places.map(({ address, amount }) => ({ address, amount: amountText({ asset, amount }) })),
  );

/** Why a network with these surpluses is not read, as text for people. Pure. */
export const stopSentence = (surpluses: readonly Surplus[]): string =>
  `The deposit addresses hold ${describeSurpluses(surpluses)} more than their known payments explain: coins may arrive ` +
  'in a way that this program does not know. Nothing is credited here until an operator has looked into it.';

/** The mail that calls the administrators. Pure. */
export function surplusMail({
  network,
  surpluses,
  publicOrigin,
}: {
  readonly network: NetworkId;
  readonly surpluses: readonly LocatedSurplus[];
  readonly publicOrigin: string;
}) {
  const { name } = NETWORKS[network];
  const places = placesOf(surpluses).map(({ address, amount }) => `${amount} at ${address}`);
  const subject = `Deposits on ${name} are stopped: coins came that no known payment explains`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `The deposit addresses on ${name} hold ${describeSurpluses(surpluses)} more than the payments that we have read. None of its providers shows a payment of them. An upgrade of the network may have changed how payments look, or a node may leave some out.`,
      'No deposit was lost or changed, and none is credited on this network until you say what it was. Other networks continue.',
      ...(places.length === 0 ? [] : [`By our own record of what came and left they are here: ${places.join('; ')}.`]),
      `Look at the newest transactions of the deposit addresses, and update Kobogate if a newer version knows such payments. Then resume the network on the page of networks, and say there what it was.`,
    ],
    link: { label: 'See all networks', url: `${publicOrigin}/admin/networks` },
    reason: 'You get this mail because you are an administrator. It is sent once for each such finding.',
  });
  return { subject, ...content };
}
