import type { Connection } from '../../platform/database.ts';

const MOST_AT_ONCE = 500;

/** Deletes pictures that were kept before `before` and that no link has. One that a link takes meanwhile stays. */
export async function deleteUnusedPictures(connection: Connection, before: Date): Promise<void> {
  await connection.query(
    `delete from stored_image where id in (
       select id from stored_image i where created_at < $1
         and not exists (select 1 from payment_link where banner_image_id = i.id)
         and not exists (select 1 from payment_link where profile_image_id = i.id)
       order by created_at limit $2)`,
    [before, MOST_AT_ONCE],
  );
}
