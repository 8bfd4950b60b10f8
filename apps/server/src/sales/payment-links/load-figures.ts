import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Connection, Database } from '../../platform/database.ts';
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
export type ReadSpeed = (link: LinkId) => Promise<Pick<LinkFigures, 'medianPayoutSeconds'>>;

/** Makes the function that reads it: links that are asked for at one moment are measured together. */
export function createSpeedReading(database: Database): ReadSpeed {
  return createBatchedRead(async (links: readonly LinkId[]) => {
    const seconds = await measurePayouts(database, [...new Set(links.map(({ id }) => id))]);
    return links.map(({ id }) => ({ medianPayoutSeconds: medianSeconds(seconds.get(id) ?? []) }));
  });
}
