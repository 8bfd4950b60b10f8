import type { ImageId, ImageKind, UserId } from '@kobogate/contract';
import { isId } from '../../platform/identifiers.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { decideFields, ruleBroken } from '../../platform/errors.ts';
import { deleteUnusedPictures, holdImage } from './db.ts';
import type { LinkTerms } from './link.ts';
import type { Clock } from '../../platform/clock.ts';

/**
 * Locks the pictures of a link until the transaction ends. Throws 422, naming the field, for one that its owner has
 * not sent as that kind.
 */
export async function requirePictures(
  tx: Transaction,
  userId: UserId,
  { bannerImageId, profileImageId }: Pick<LinkTerms, 'bannerImageId' | 'profileImageId'>,
): Promise<void> {
  const isThere = async (id: ImageId, kind: ImageKind) => isId(id) && (await holdImage(tx, { id, userId, kind }));
  const [hasBanner, hasProfile] = [
    bannerImageId === null || (await isThere(bannerImageId, 'banner')),
    profileImageId === null || (await isThere(profileImageId, 'profile')),
  ];
  decideFields((of) => {
    of(
      'bannerImageId',
      () => requireThere(hasBanner, 'We do not have this banner any more. Please choose the picture again.'),
      undefined,
    );
    of(
      'profileImageId',
      () => requireThere(hasProfile, 'We do not have this profile picture any more. Please choose it again.'),
      undefined,
    );
  });
}

function requireThere(isThere: boolean, otherwise: string): void {
  if (!isThere) throw ruleBroken(otherwise);
}

const DAY_MILLISECONDS = 86_400_000;

/** Deletes the pictures that were sent at least a day ago and that no link shows. */
export async function forgetPictures({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await deleteUnusedPictures(database, new Date(clock.now().getTime() - DAY_MILLISECONDS));
}
