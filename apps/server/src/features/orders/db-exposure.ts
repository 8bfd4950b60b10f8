import type { Transaction } from '../../platform/database.ts';
import { EVERYBODY, type Exposure } from './exposure.ts';

/** What is known of one owner's locked naira. */
export interface KnownExposure {
  readonly kobo: bigint;
  /** When it was counted; it may overstate by what has ended since. Null: never. */
  readonly countedAt: Date | null;
}

/**
 * Lets one transaction after the other lock rates, and keeps the wallets from being funded by a deposit meanwhile, as a
 * reference to them would: what is read of exposure and balances after this stays true until the commit.
 */
export async function enterExposure(tx: Transaction, walletIds: readonly string[]): Promise<void> {
  await tx.query(`select 1 from locked_exposure where owner = $1 for update`, [EVERYBODY], 'exposure-enter');
  await tx.query(
    `select 1 from wallet where id = any ($1::uuid[]) order by id for key share`,
    [walletIds],
    'exposure-wallets',
  );
}

/** What is known of the locked naira of everybody together (owner `''`) and of these people. */
export async function loadExposure(
  tx: Transaction,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, KnownExposure>> {
  const rows = await tx.query<{ owner: string; kobo: string; counted_at: Date }>(
    `select owner, kobo, counted_at from locked_exposure where owner = any ($1::text[])`,
    [[EVERYBODY, ...userIds]],
    'exposure-load',
  );
  return new Map(rows.map((row) => [row.owner, { kobo: BigInt(row.kobo), countedAt: row.counted_at }]));
}

/** Counts the locked naira of these people, who may include everybody (`''`), from their orders as they are at `now`. */
export async function countExposure(
  tx: Transaction,
  owners: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const userIds = owners.filter((owner) => owner !== EVERYBODY);
  const rows = await tx.query<{ owner: string; kobo: string }>(
    `select case when user_id = any ($2::uuid[]) then user_id::text else $1 end as owner, sum(naira_kobo)::text as kobo
     from customer_order
     where status <> 'declined' and funding in ('awaiting', 'confirming', 'underpaid')
       and (funding = 'confirming' or lock_expires_at > $3) and ($4 or user_id = any ($2::uuid[]))
     group by 1`,
    [EVERYBODY, userIds, now, owners.includes(EVERYBODY)],
    'exposure-count',
  );
  const counted = new Map(owners.map((owner) => [owner, 0n]));
  for (const { owner, kobo } of rows) {
    counted.set(owner, (counted.get(owner) ?? 0n) + BigInt(kobo));
    if (owner !== EVERYBODY && owners.includes(EVERYBODY)) {
      counted.set(EVERYBODY, (counted.get(EVERYBODY) ?? 0n) + BigInt(kobo));
    }
  }
  return counted;
}

/** Keeps what is locked now; `countedAt` for those that were counted just now, the others keep theirs. */
export async function saveExposure(
  tx: Transaction,
  { total, byUser }: Exposure,
  countedAt: ReadonlyMap<string, Date>,
): Promise<void> {
  const owners = [EVERYBODY, ...byUser.keys()];
  await tx.query(
    `insert into locked_exposure (owner, kobo, counted_at)
     select * from unnest($1::text[], $2::numeric[], $3::timestamptz[])
     on conflict (owner) do update set kobo = excluded.kobo, counted_at = excluded.counted_at`,
    [
      owners,
      owners.map((owner) => String(owner === EVERYBODY ? total : (byUser.get(owner) ?? 0n))),
      owners.map((owner) => (countedAt.get(owner) ?? new Date(0)).toISOString()),
    ],
    'exposure-save',
  );
}
