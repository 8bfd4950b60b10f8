import type { Connection } from '../../platform/database.ts';

/** Where every administrator who can log in gets mail. */
export async function listAdminEmails(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ email: string }>(
    `select email from app_user where is_admin and verified_at is not null and disabled_at is null order by id`,
  );
  return rows.map(({ email }) => email);
}
