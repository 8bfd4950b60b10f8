import type { LinkId, UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import type { Books } from './books.ts';

const id = (last: string): string => `00000000-0000-7000-8000-${last.padStart(12, '0')}`;

/** The administrators, customers and merchants of every schedule. */
export const ADMINS: readonly UserId[] = ['a1', 'a2', 'a3'].map((last) => idFor<UserId>(id(last)));
export const CUSTOMERS: readonly UserId[] = ['c1', 'c2', 'c3'].map((last) => idFor<UserId>(id(last)));
export const MERCHANT = idFor<UserId>(id('d1'));
export const LINK = idFor<LinkId>(id('e1'));

/** Everybody's, by which they prove to be the owner. */
export const PASSWORD = 'right';

/** By which the session of each of them is known. */
export const tokenHashOf = (userId: UserId): Buffer => Buffer.from(userId.replaceAll('-', '').padEnd(64, '0'), 'hex');

/** Orders up to so much clear automatically, in kobo: ₦30,000. */
const AUTOMATIC_KOBO = '3000000';

const CLEARING = {
  automaticBelowKobo: AUTOMATIC_KOBO,
  paymentsBelowKobo: AUTOMATIC_KOBO,
  minimumAccountDays: 0,
  shortBasisPoints: 10,
  rateMoveBasisPoints: 200,
};

/** Writes the people into a new database, all known for a month. */
export async function writePeople(books: Books): Promise<void> {
  const everyone = [...ADMINS, ...CUSTOMERS, MERCHANT];
  await books.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, is_admin, admin_since,
       verified_at, created_at)
     select u, u || '@kobogate.test', u || '@kobogate.test', 'Sample', 'Person', '08000000000', '08000000000', $3, u = any($2::uuid[]),
       case when u = any($2::uuid[]) then now() - interval '30 days' end, now() - interval '30 days', now() - interval '30 days'
     from unnest($1::uuid[]) u`,
    [everyone, ADMINS, `simulated ${PASSWORD}`],
  );
  await books.query(
    `insert into session (token_hash, user_id, expires_at, idle_seconds)
     select t, u, now() + interval '1 year', 31536000 from unnest($1::bytea[], $2::uuid[]) s (t, u)`,
    [everyone.map(tokenHashOf), everyone],
  );
  await books.query(
    `insert into bank_account (user_id, account_number, bank_code, bank_name, account_name, name_resolution, updated_at)
     select u, '012345678' || n, '058', 'Guaranty Trust Bank', 'SAMPLE PERSON', 'resolved', now() - interval '30 days'
     from unnest($1::uuid[]) with ordinality p (u, n)`,
    [everyone],
  );
  await books.query(
    `insert into payment_link (id, user_id, name, purpose, amount, coins) values ($1, $2, 'Sample shop', 'Bread', '25000', $3)`,
    [LINK, MERCHANT, ['USDT', 'USDC']],
  );
  await books.query(
    `insert into setting_change (subject, version, before, after, changed_by) values ('clearing', 1, $1, $1, $2)`,
    [JSON.stringify(CLEARING), ADMINS[0]],
  );
}
