import { createHash } from 'node:crypto';
import { type AnswerOf, endpoints, type ImageKind, type UserId, type ImageId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { doOnce, findAnswer, type Repeatable } from '../../platform/idempotency.ts';
import { newId } from '../../platform/identifiers.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { insertImage } from '../payment-links/db.ts';
import type { DrawImage } from './draw-image.ts';
import { imageAddress } from './image-address.ts';

export interface ImageDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly drawImage: DrawImage;
}

const { answer } = endpoints.images.upload;
type StoredAnswer = AnswerOf<typeof endpoints.images.upload>;

/**
 * Redraws a picture and stores it, once for each of its owner's idempotency keys. Throws 409 for a key that came with
 * another picture, 422 with a message for a file that is not a still picture in a format that we read, 429 for too many
 * an hour, 503 where too many wait to be drawn.
 */
export async function storeImage(
  { database, clock, drawImage }: ImageDependencies,
  {
    userId,
    kind,
    bytes,
    idempotencyKey: key,
    onRepeat,
  }: Repeatable & { userId: UserId; kind: ImageKind; bytes: Uint8Array },
): Promise<StoredAnswer> {
  const now = clock.now();
  const request = { kind, sha256: createHash('sha256').update(bytes).digest('hex') };
  const call = { owner: userId, operation: 'images.upload', key, request, now, onRepeat };
  const known = await findAnswer(database, call, answer);
  if (known !== null) return known;
  const turn = { thing: 'image-user', subject: userId, most: 60, windowSeconds: 3600 };
  await consumeRateLimit(database, [turn], now, 'You have sent very many pictures.');
  const drawn = await drawImage(bytes, kind);
  return database.transaction((tx) =>
    doOnce(tx, call, answer, async () => {
      const id = newId<ImageId>();
      await insertImage(tx, { ...drawn, id, userId, kind, now });
      return { data: { id, kind, address: imageAddress(id), width: drawn.width, height: drawn.height } };
    }),
  );
}
