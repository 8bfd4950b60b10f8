import { findAsset, type ProductTerms, type UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { loadNewest, recordChange } from '../../controls/index.ts';
import { readTerms, refuseTerms, subjectOf, tidyTerms } from './product.ts';

/**
 * Replaces the terms of a coin on a network, which the administrator has read at `version`. Throws 404 for a pair that
 * does not exist, 422 for a broken rule or no difference, 409 where another administrator has changed them since.
 */
export async function saveProduct(
  { database }: { database: Database },
  change: { currency: string; network: string; version: number; terms: ProductTerms; adminId: UserId },
): Promise<void> {
  const { currency, network, version, terms, adminId } = change;
  const asset = findAsset(currency, network);
  if (asset === undefined) throw notFound('There is no such coin on this network.');
  const refusal = refuseTerms(asset, terms);
  if (refusal !== null) throw refusal;
  const subject = subjectOf(asset);
  await database.transaction(async (tx) => {
    const before = readTerms((await loadNewest(tx, [subject])).get(subject)?.after);
    await recordChange(tx, { subject, version, before, after: tidyTerms(asset, terms), adminId });
  });
}
