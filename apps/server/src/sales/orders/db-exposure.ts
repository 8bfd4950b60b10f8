import { isDust } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { EVERYBODY, type Exposure, NEWCOMERS } from './exposure.ts';

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

/** Those of these people of whom, and of whose payers, no coin has ever been final; dust is none. */
export async function listNewcomers(tx: Transaction, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ user_id: string; asset: string; largest: string }>(
    `select user_id, asset, max(amount)::text as largest from deposit
     where user_id = any ($1::uuid[]) and status = 'confirmed' group by 1, 2`,
    [userIds],
    'exposure-newcomers',
  );
  const known = new Set(
    rows.filter(({ asset, largest }) => !isDust(asset, BigInt(largest))).map(({ user_id: userId }) => userId),
  );
  return new Set(userIds.filter((userId) => !known.has(userId)));
}

/** What is known of the locked naira of everybody together (owner `''`), of newcomers together, and of these people. */
export async function loadExposure(
  tx: Transaction,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, KnownExposure>> {
  const rows = await tx.query<{ owner: string; kobo: string; counted_at: Date }>(
    `select owner, kobo, counted_at from locked_exposure where owner = any ($1::text[])`,
    [[EVERYBODY, NEWCOMERS, ...userIds]],
    'exposure-load',
  );
  return new Map(rows.map((row) => [row.owner, { kobo: BigInt(row.kobo), countedAt: row.counted_at }]));
}

/**
 * Counts the locked naira of these people, who may include everybody (`''`) and newcomers together, from their orders as
 * they are at `now`.
 */
export async function countExposure(
  tx: Transaction,
  owners: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const isTogether = (owner: string): boolean => owner === EVERYBODY || owner === NEWCOMERS;
  const rows = await tx.query<{ user_id: string; kobo: string }>(
    `select user_id, sum(naira_kobo)::text as kobo
     from customer_order
     where status <> 'declined' and funding in ('awaiting', 'confirming', 'underpaid')
       and (funding = 'confirming' or lock_expires_at > $2) and ($3 or user_id = any ($1::uuid[]))
     group by 1`,
    [owners.filter((owner) => !isTogether(owner)), now, owners.some(isTogether)],
    'exposure-count',
  );
  const newcomers = owners.includes(NEWCOMERS)
    ? await listNewcomers(
        tx,
        rows.map(({ user_id: userId }) => userId),
      )
    : new Set<string>();
  const counted = new Map(owners.map((owner) => [owner, 0n]));
  const add = (owner: string, kobo: string): void => {
    const before = counted.get(owner);
    if (before !== undefined) counted.set(owner, before + BigInt(kobo));
  };
  for (const { user_id: userId, kobo } of rows) {
    add(userId, kobo);
    add(EVERYBODY, kobo);
    if (newcomers.has(userId)) add(NEWCOMERS, kobo);
  }
  return counted;
}

/** Keeps what is locked now; `countedAt` for those that were counted just now, the others keep theirs. */
export async function saveExposure(
  tx: Transaction,
  { total, newcomers, byUser }: Exposure,
  countedAt: ReadonlyMap<string, Date>,
): Promise<void> {
  const together = new Map([
    [EVERYBODY, total],
    [NEWCOMERS, newcomers],
  ]);
  const owners = [...together.keys(), ...byUser.keys()];
  await tx.query(
    `insert into locked_exposure (owner, kobo, counted_at)
     select * from unnest($1::text[], $2::numeric[], $3::timestamptz[])
     on conflict (owner) do update set kobo = excluded.kobo, counted_at = excluded.counted_at`,
    [
      owners,
      owners.map((owner) => String(together.get(owner) ?? byUser.get(owner) ?? 0n)),
      owners.map((owner) => (countedAt.get(owner) ?? new Date(0)).toISOString()),
    ],
    'exposure-save',
  );
}
