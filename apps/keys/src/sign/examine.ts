import { checkAddress, type ChainAddress } from '@kobogate/addresses';
import { findLedgerAsset, type NetworkId, NETWORKS } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { KeyPlace } from '@kobogate/plans';
import { Refusal } from '../refusal.ts';

/** The effect of a plan, read from the transactions themselves. Amounts in smallest units. */
export interface Examined {
  /** By the ledger's code: to the treasury, and as gas to deposit addresses, each proven to be this seed's. */
  readonly toOwn: ReadonlyMap<string, bigint>;
  /** To addresses that this seed does not have: refunds. */
  readonly toOthers: readonly { readonly address: string; readonly asset: string; readonly amount: bigint }[];
  /** The most that the network can take, in its own coin. */
  readonly fee: { readonly asset: string; readonly amount: bigint };
  readonly transactions: number;
  /** Addresses of this seed that were derived again and match the plan's. */
  readonly proven: number;
}

/** A plan that must not be signed. */
export const refused = (sentence: string): Refusal => new Refusal(`${sentence} Nothing was signed.`);

/** Throws for a second treasury: coins there would be the seed's, and nothing would look for them. */
export function requireOneTreasury({ chain, index }: KeyPlace): void {
  if (chain === 1 && index !== 0) throw refused('The plan has another treasury than the one there is.');
}

/** Throws where an address is not the one at its place below the seed, or is a second treasury. */
export function requireOwn(place: KeyPlace, found: ChainAddress): void {
  requireOneTreasury(place);
  if (found.address !== place.address) {
    throw refused(
      `The plan says that ${place.address} is yours at ${place.chain}/${place.index}, and your seed has ${found.address} there.`,
    );
  }
}

/** The address in its chain's one form. Throws where it is invalid. */
export function requireAddress(text: string, network: NetworkId): string {
  const checked = checkAddress(NETWORKS[network].family, text, NETWORKS[network].name);
  if ('problem' in checked) throw refused(`The plan pays ${text}. ${checked.problem}`);
  return checked.address;
}

/**
 * The payee of a refund in its chain's one form. Throws where it is invalid, or a treasury of this seed, which is never
 * refunded.
 */
export function requirePayee(text: string, network: NetworkId, treasuries: ReadonlySet<string>): string {
  const address = requireAddress(text, network);
  if (treasuries.has(address)) throw refused(`The plan pays a refund to ${address}, which is your own treasury.`);
  return address;
}

/** What will be signed, in lines to read. Pure. */
export function describeExamined(network: NetworkId, examined: Examined): string {
  const { toOwn, toOthers, fee, transactions, proven } = examined;
  const lines = [
    `${transactions} transaction${transactions === 1 ? '' : 's'} on ${NETWORKS[network].name}.`,
    '',
    `To your own addresses, each derived from your seed again (${proven} of them):`,
    ...(toOwn.size === 0 ? ['  nothing'] : [...toOwn].map(([asset, amount]) => `  ${coins(asset, amount)}`)),
    '',
    'To addresses that are not yours:',
    ...(toOthers.length === 0
      ? ['  nothing']
      : toOthers.map(({ address, asset, amount }) => `  ${coins(asset, amount)}  to ${address}`)),
    '',
    `The network takes ${coins(fee.asset, fee.amount)} at most.`,
  ];
  return lines.join('\n');
}

function coins(code: string, amount: bigint): string {
  const asset = findLedgerAsset(code);
  return asset === undefined ? `${amount} of ${code}` : `${formatUnits(amount, asset.decimals)} ${asset.currency}`;
}
