import type { ImageKind, StoredImage } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { takeTurns } from '../../platform/throttle.ts';
import { insertImage } from './db.ts';
import type { DrawImage } from './draw-image.ts';
import { imageAddress } from './image-address.ts';

export interface ImageDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly drawImage: DrawImage;
}

/**
 * Draws a picture anew and keeps it. Throws 422 in words for what is no still picture that we read, 429 for too many an
 * hour, 503 where too many wait to be drawn.
 */
export async function storeImage(
  { database, clock, drawImage }: ImageDependencies,
  { userId, kind, bytes }: { userId: string; kind: ImageKind; bytes: Uint8Array },
): Promise<StoredImage> {
  const now = clock.now();
  const turn = { thing: 'image-user', subject: userId, most: 60, windowSeconds: 3600 };
  await takeTurns(database, [turn], now, 'You have sent very many pictures.');
  const drawn = await drawImage(bytes, kind);
  const id = newId();
  await insertImage(database, { ...drawn, id, userId, kind, now });
  return { id, kind, address: imageAddress(id), width: drawn.width, height: drawn.height };
}
