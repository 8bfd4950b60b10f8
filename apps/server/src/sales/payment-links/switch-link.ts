import type { LinkId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import { setActive } from './db.ts';
import { findOwnLink } from './find-link.ts';
import type { LinkRecord } from './link.ts';
import { type LinkDependencies, type LinkOwner, requireLinksOn } from './terms-context.ts';

/**
 * Switches a link on or off for new payments; repeating it changes nothing. Throws 404 for a link that is not the
 * caller's, and 403 where one is to be activated while the operator has links switched off.
 */
export async function switchLink(
  dependencies: LinkDependencies,
  { owner, id, isActive }: { owner: LinkOwner; id: LinkId; isActive: boolean },
): Promise<LinkRecord> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const { userId } = owner;
  await findOwnLink(database, { id, userId, now });
  if (isActive) await requireLinksOn(dependencies, owner);
  await database.transaction(async (tx) => {
    if (!(await setActive(tx, { id, userId, isActive, now }))) return;
    await emit(tx, { type: isActive ? 'link.updated' : 'link.deactivated', payload: { linkId: id, userId } });
  });
  return findOwnLink(database, { id, userId, now });
}
