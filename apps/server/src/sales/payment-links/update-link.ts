import type { LinkId, NewPaymentLink } from '@kobogate/contract';
import { conflict } from '../../platform/errors.ts';
import { emit } from '../../events.ts';
import { replaceTerms } from './db.ts';
import { findOwnLink } from './find-link.ts';
import type { LinkRecord } from './link.ts';
import { decideTerms } from './link-terms.ts';
import { requirePictures } from './link-pictures.ts';
import { type LinkDependencies, type LinkOwner, readTermsContext, requireLinksOn } from './terms-context.ts';

/**
 * Replaces a link's terms, where it still has the version that its owner read. Open payments keep the terms that they
 * were opened with. Throws 403 while links are switched off, 404 for a link that is not the caller's, 409 where it was
 * changed since, 422 for a broken rule.
 */
export async function updateLink(
  dependencies: LinkDependencies,
  { owner, id, version, input }: { owner: LinkOwner; id: LinkId; version: number; input: NewPaymentLink },
): Promise<LinkRecord> {
  const { database, clock } = dependencies;
  const { userId } = owner;
  const former = await findOwnLink(database, { id, userId, now: clock.now() });
  await requireLinksOn(dependencies, owner);
  const currency = input.amountCurrency ?? 'NGN';
  const context = await readTermsContext(dependencies, {
    currency,
    formerEnd: former.expiresAt,
    formerMetadata: former.metadata,
    formerFields: former.customFields,
  });
  const terms = decideTerms(input, context);
  const isReplaced = await database.transaction(async (tx) => {
    await requirePictures(tx, userId, terms);
    if (!(await replaceTerms(tx, { id, userId, version, terms, now: context.now }))) return false;
    await emit(tx, { type: 'link.updated', payload: { linkId: id, userId } });
    return true;
  });
  if (!isReplaced) {
    throw conflict(
      'This link was changed in the meantime. Please load it again; nothing of yours was saved.',
      'link-changed',
    );
  }
  return findOwnLink(database, { id, userId, now: context.now });
}
