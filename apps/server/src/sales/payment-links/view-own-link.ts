import type { OwnPaymentLink, SupportedCoin } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import type { LinkRecord } from './link.ts';
import { loadFigures } from './load-figures.ts';
import { presentOwnLink } from './present-link.ts';

/** A link as its owner sees it, with what it has brought. `coins` are those on offer, each with its watched networks. */
export async function viewOwnLink(
  connection: Connection,
  link: LinkRecord,
  coins: readonly SupportedCoin[],
): Promise<OwnPaymentLink> {
  return presentOwnLink(link, coins, (await loadFigures(connection, [link]))(link));
}
