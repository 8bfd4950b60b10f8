import type { ImageKind } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { DrawnImage } from './draw-image.ts';

/** Keeps a picture. */
export async function insertImage(
  connection: Connection,
  { bytes, width, height, ...image }: DrawnImage & { id: string; userId: string; kind: ImageKind; now: Date },
): Promise<void> {
  await connection.query(
    `insert into stored_image (id, user_id, kind, media, bytes, width, height, created_at)
     values ($1, $2, $3, 'image/webp', $4, $5, $6, $7)`,
    [image.id, image.userId, image.kind, Buffer.from(bytes), width, height, image.now],
  );
}

/** The bytes of a picture; null where there is none. */
export async function loadImage(connection: Connection, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const [row] = await connection.query<{ bytes: Buffer<ArrayBuffer> }>(
    `select bytes from stored_image where id = $1`,
    [id],
    'image',
  );
  return row?.bytes ?? null;
}

/** Whether somebody has sent this picture as one of its kind; if so it can't be deleted until the transaction ends. */
export async function holdImage(
  tx: Transaction,
  { id, userId, kind }: { id: string; userId: string; kind: ImageKind },
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from stored_image where id = $1 and user_id = $2 and kind = $3 for key share`,
    [id, userId, kind],
    'image-hold',
  );
  return rows.length > 0;
}
