import type { Connection, Transaction } from '../../platform/database.ts';
import { emailKey, type Registration } from './account.ts';
import type { Place } from './device.ts';

/** What was typed at a sign-up, while its address is unproven. */
export interface SignUp extends Omit<Registration, 'password'> {
  readonly id: string;
  readonly passwordHash: string;
  /** Two sign-ups of one network address, with different passwords: which of them this one belongs to is not known. */
  readonly isMixed: boolean;
}

interface SignUpRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  password_hash: string;
  is_mixed: boolean;
}

const COLUMNS = 's.id, s.email, s.first_name, s.last_name, s.phone, s.password_hash, s.is_mixed';

const readSignUp = (row: SignUpRow): SignUp => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  passwordHash: row.password_hash,
  isMixed: row.is_mixed,
});

/** The hash of the password that this place has signed up with for an e-mail address, or null. */
export async function findEarlierPassword(
  connection: Connection,
  email: string,
  { key }: Place,
): Promise<string | null> {
  const [row] = await connection.query<{ password_hash: string }>(
    `select s.password_hash from sign_up s join app_user u on u.id = s.user_id where u.email_key = $1 and s.place = $2`,
    [emailKey(email), key],
    'sign-ups-earlier',
  );
  return row?.password_hash ?? null;
}

/**
 * Writes the sign-up of a place in the place of its earlier one; every sign-up of an account that is not `isFirst` is
 * contested from then on. `fits` is the earlier hash that the typed password fits: another one from the same network
 * address is mixed, since two people may share that. Answers its id; for no account it does the same work and answers null.
 */
export async function saveSignUp(
  tx: Transaction,
  signUp: Omit<Registration, 'password'> & {
    id: string;
    userId: string | null;
    place: Place;
    passwordHash: string;
    fits: string | null;
    isFirst: boolean;
    now: Date;
  },
): Promise<string | null> {
  const { id, userId, place, email, firstName, lastName, phone, passwordHash, fits, isFirst, now } = signUp;
  await tx.query(
    `update sign_up set is_contested = true where user_id = $1 and place <> $2 and not is_contested`,
    [userId, place.key],
    'sign-ups-contest',
  );
  const [row] = await tx.query<{ id: string }>(
    `insert into sign_up as s (id, user_id, place, is_device, email, first_name, last_name, phone, password_hash,
       is_contested, created_at)
     select $1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8, $9, not $10, $11::timestamptz where $2::uuid is not null
     on conflict (user_id, place) do update set
       email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone,
       password_hash = excluded.password_hash, created_at = excluded.created_at,
       is_mixed = not s.is_device and (s.is_mixed or s.password_hash is distinct from $12)
     returning s.id`,
    [id, userId, place.key, place.isDevice, email, firstName, lastName, phone, passwordHash, isFirst, now, fits],
    'sign-ups-save',
  );
  return row?.id ?? null;
}

/** The order of the sign-ups `s` for the place `$2`: its own, then one that it has asked a code of, then the newest. */
export const BY_PLACE = `(s.place = $2) desc, exists (select 1 from one_time_code c where c.sign_up_id = s.id and c.place = $2) desc,
  s.created_at desc`;

/** The sign-up that a place may ask codes of, or null: of a contested address only its own. */
export async function findSignUp(tx: Transaction, userId: string | null, { key }: Place): Promise<SignUp | null> {
  const [row] = await tx.query<SignUpRow>(
    `select ${COLUMNS} from sign_up s where s.user_id = $1 and (s.place = $2 or not s.is_contested
       or exists (select 1 from one_time_code c where c.sign_up_id = s.id and c.place = $2))
     order by ${BY_PLACE} limit 1`,
    [userId, key],
    'sign-ups-of-place',
  );
  return row === undefined ? null : readSignUp(row);
}

/** A sign-up by its id; null where it is gone. */
export async function loadSignUp(tx: Transaction, id: string): Promise<SignUp | null> {
  const [row] = await tx.query<SignUpRow>(`select ${COLUMNS} from sign_up s where s.id = $1`, [id]);
  return row === undefined ? null : readSignUp(row);
}

/** The sign-up that a browser made by itself; null for a network address, which strangers may share. */
export async function findSignUpOfDevice(
  tx: Transaction,
  userId: string,
  { key, isDevice }: Place,
): Promise<SignUp | null> {
  if (!isDevice) return null;
  const [row] = await tx.query<SignUpRow>(`select ${COLUMNS} from sign_up s where s.user_id = $1 and s.place = $2`, [
    userId,
    key,
  ]);
  return row === undefined ? null : readSignUp(row);
}

/** Removes every sign-up of an account: its address is proven. */
export async function deleteSignUps(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`delete from sign_up where user_id = $1`, [userId]);
}
