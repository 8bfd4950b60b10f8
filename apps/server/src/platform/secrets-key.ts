import { ConfigurationError } from './errors.ts';
import type { Connection, Database } from './database.ts';
import type { SecretBox } from './secret-box.ts';

/** How many sealed or signed values of each kind are tried: a single damaged row must not decide for all. */
export const KEPT_TO_TRY = 20;

/** Some values that SECRETS_KEY has sealed or signed in this database: whether each opens, or its signature matches. */
export type OpensKept = (connection: Connection) => Promise<readonly boolean[]>;

const PLACE = 'secrets key check';
const WORD = Buffer.from('kobogate');

/**
 * Makes sure that `box` has the key of this database: the first start leaves a sealed word, which every later start has
 * to open. In an older database without one, a value that was sealed or signed earlier has to open: `kept` answers for
 * each kind whether some do. Of simultaneous first starts with different keys, one succeeds. Throws
 * `ConfigurationError` for any other key.
 */
export async function requireSameKey(database: Database, box: SecretBox, kept: readonly OpensKept[]): Promise<void> {
  const sealed = (await findWord(database)) ?? (await leaveWord(database, box, kept));
  if (sealed === null || !opens(box, sealed, PLACE)) throw otherKey();
}

/**
 * For a program that only works on a database that a server has started on: throws `ConfigurationError` where the
 * database has another key than `box`, and writes nothing. An older database without a sealed word is accepted with any
 * key.
 */
export async function refuseOtherKey(database: Database, box: SecretBox): Promise<void> {
  const [found] = await database.query<{ isThere: boolean }>(
    `select to_regclass('secrets_key_check') is not null as "isThere"`,
  );
  const sealed = found?.isThere === true ? await findWord(database) : null;
  if (sealed !== null && !opens(box, sealed, PLACE)) throw otherKey();
}

const otherKey = (): ConfigurationError =>
  new ConfigurationError([
    'SECRETS_KEY is not the key of this database: what is sealed in it does not open, and what is signed in it does not match. Set the key that it was first started with.',
  ]);

/** Whether a sealed value opens with this key. */
export function opens(box: SecretBox, sealed: Buffer, place: string): boolean {
  try {
    box.open(sealed, place);
    return true;
  } catch {
    return false;
  }
}

async function findWord(database: Database): Promise<Buffer | null> {
  const [row] = await database.query<{ sealed: Buffer }>(`select sealed from secrets_key_check`);
  return row?.sealed ?? null;
}

/** Seals the word with the box's present key; answers whether another one had sealed it. */
export async function resealWord(database: Database, box: SecretBox): Promise<boolean> {
  const sealed = await findWord(database);
  const fresh = sealed === null ? null : box.reseal(sealed, PLACE);
  if (fresh !== null)
    await database.query(`update secrets_key_check set sealed = $1 where sealed = $2`, [fresh, sealed]);
  return fresh !== null;
}

async function leaveWord(database: Database, box: SecretBox, kept: readonly OpensKept[]): Promise<Buffer | null> {
  const earlier = (await Promise.all(kept.map((opensKept) => opensKept(database)))).flat();
  // One is enough: a damaged row must not keep the whole program from starting.
  if (earlier.length > 0 && !earlier.includes(true)) return null;
  await database.query(`insert into secrets_key_check (sealed) values ($1) on conflict do nothing`, [
    box.seal(WORD, PLACE),
  ]);
  return findWord(database);
}
