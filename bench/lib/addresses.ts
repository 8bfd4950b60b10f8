import { type Database } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/identifiers.ts';

/** In slices, each well below the time limit of one statement. */
const SLICE = 100_000;

/** Writes addresses of EVM networks into an empty, migrated database, of which the first has the sequence `first`. */
export async function insertAddresses(database: Database, first: number, count: number): Promise<void> {
  const userId = newId();
  await database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash)
     values ($1, 'sample@kobogate.test', 'sample@kobogate.test', 'Sample', 'Person', '0', '0', '')`,
    [userId],
  );
  const end = first + count;
  for (let from = first; from < end; from += SLICE) {
    await database.query(
      `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence, user_id)
       select gen_random_uuid(), 'evm', key, key, n, 'sample', n, $1
       from (select n, '0x' || right(encode(sha256(n::text::bytea), 'hex'), 40) as key
             from generate_series($2::int, $3::int) as n) as made`,
      [userId, from, Math.min(from + SLICE, end) - 1],
    );
  }
  await database.query(`insert into address_sequence (family, last) values ('evm', $1)`, [end - 1]);
  await database.query(`analyze deposit_address`);
}
