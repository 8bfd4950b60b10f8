import type { Connection } from '../../platform/database.ts';
import { countPayments, measurePayouts } from './db.ts';
import type { LinkRecord } from './link.ts';
import { type LinkFigures, medianSeconds, NO_FIGURES } from './link-figures.ts';

type LinkId = Pick<LinkRecord, 'id'>;

/** The payments of each of the links. */
export async function loadFigures(
  connection: Connection,
  links: readonly LinkId[],
): Promise<(link: LinkId) => LinkFigures> {
  const ids = links.map(({ id }) => id);
  const [counts, seconds] = await Promise.all([countPayments(connection, ids), measurePayouts(connection, ids)]);
  return ({ id }) => ({
    ...(counts.get(id) ?? NO_FIGURES),
    medianPayoutSeconds: medianSeconds(seconds.get(id) ?? []),
  });
}

/** How fast the bank accepted the payouts of a link's payments. */
export async function loadSpeed(
  connection: Connection,
  { id }: LinkId,
): Promise<Pick<LinkFigures, 'medianPayoutSeconds'>> {
  return { medianPayoutSeconds: medianSeconds((await measurePayouts(connection, [id])).get(id) ?? []) };
}
