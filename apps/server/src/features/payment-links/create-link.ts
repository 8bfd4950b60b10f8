import type { NewPaymentLink } from '@kobogate/contract';
import { newId } from '../../platform/identifiers.ts';
import { takeTurns } from '../../platform/throttle.ts';
import { insertLink } from './db.ts';
import type { LinkRecord } from './link.ts';
import { decideTerms } from './link-terms.ts';
import { requirePictures } from './require-pictures.ts';
import { type LinkDependencies, type LinkOwner, readTermsContext, requireLinksOn } from './terms-context.ts';

/**
 * Makes an active link. Throws 403 while the operator has links switched off and the caller is no administrator, 422 in
 * words for what is against a rule, 429 for too many links an hour.
 */
export async function createLink(
  dependencies: LinkDependencies,
  { owner, input }: { owner: LinkOwner; input: NewPaymentLink },
): Promise<LinkRecord> {
  const { database } = dependencies;
  const { userId } = owner;
  await requireLinksOn(dependencies, owner);
  const context = await readTermsContext(dependencies, { currency: input.amountCurrency ?? 'NGN', formerEnd: null });
  const terms = decideTerms(input, context);
  const { now } = context;
  const turn = { thing: 'payment-link-user', subject: userId, most: 60, windowSeconds: 3600 };
  await takeTurns(database, [turn], now, 'You have made very many links.');
  const id = newId();
  await database.transaction(async (tx) => {
    await requirePictures(tx, userId, terms);
    await insertLink(tx, { id, userId, terms, now });
  });
  return { ...terms, id, userId, state: 'active', version: 1, createdAt: now, updatedAt: now };
}
