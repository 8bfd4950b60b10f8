import {
  endpoints,
  isNetwork,
  NETWORKS,
  type AddressId,
  type DepositId,
  type DepositState,
  type UserId,
} from '@kobogate/contract';
import { formatRate, type Rate, type Kobo } from '@kobogate/money';
import { countsStill } from '../../controls/index.ts';
import { RECORDS_CHANGED } from '../../platform/change-feed.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { BlockRef } from './blocks.ts';
import type { BlockHeader } from './chain.ts';
import type { OpenDeposit } from './deposit.ts';
import type { DeepDeposit, WatcherNote } from '../watching/db.ts';
import type { WaitsFor } from './vouching.ts';

export interface NewDeposit {
  readonly id: DepositId;
  readonly network: string;
  readonly identity: string;
  readonly transaction: string;
  readonly blockHash: string;
  readonly blockHeight: bigint;
  readonly asset: string;
  /** Null: it came as this asset. */
  readonly cameAs: string | null;
  readonly addressId: AddressId;
  /** Null: its owner is not known. */
  readonly userId: UserId | null;
  readonly amount: bigint;
  readonly confirmationsNeeded: number;
  readonly seenAt: Date;
  /** When we first knew of it, as far as its block's own time allows. */
  readonly knownAt: Date;
  readonly senders: readonly string[];
  /** The provider that reported it, where there are names for them. */
  readonly readBy: string | undefined;
  /** What another provider had reported in its place, in a sentence. */
  readonly contradiction: string | undefined;
}

/** `amount`: of one that a person made of a surplus, without what a payment had of it that was read later, which brought those coins. */
export interface LostDeposit extends Pick<NewDeposit, 'id' | 'userId' | 'asset' | 'cameAs' | 'amount'> {
  readonly status: DepositState;
  /** Its owner was not known, and a person has said that it is the operator's own. */
  readonly isOperators: boolean;
}

/** As SQL: whether deposit `d` was said to be the operator's own. */
export const IS_OPERATORS = `exists (
  select from deposit_claim c where c.deposit_id = d.id and c.kind = 'operator' and c.decided_at is not null)`;

/**
 * As SQL: what deposit `d` brought to its address. Of one that a person made of a surplus without what turned out to be another payment's,
 * which came elsewhere.
 */
export const BROUGHT = `(d.amount - case when d.identity = 'surplus ' || d.id
  then coalesce((select g.drawn from surplus_share g where g.deposit_id = d.id), 0) else 0 end)`;

type AmountText = Readonly<Record<'amount', string>>;

/** The network's deposits that are not final yet, oldest block first. */
export async function listOpenDeposits(connection: Connection, network: string): Promise<OpenDeposit[]> {
  const rows = await connection.query<Omit<OpenDeposit, 'amount'> & AmountText>(
    `select d.id, d.user_id as "userId", d.asset, d.came_as as "cameAs", d.amount, d.block_height as "blockHeight", d.status, d.confirmations,
       d.confirmations_needed as "confirmationsNeeded", coalesce(a.payment_asset = d.asset, false) as "isForPayment",
       exists (select from surplus_share g where g.deposit_id = d.id) as "isCounted"
     from deposit d join deposit_address a on a.id = d.address_id
     where d.network = $1 and d.status in ('seen', 'confirming') order by d.block_height, d.id`,
    [network],
    'list-open-deposits',
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** The sums of these users' living deposits in blocks from a height up, by user and asset, including credited ones. */
export async function listUnsettled(
  connection: Connection,
  network: string,
  userIds: readonly UserId[],
  fromHeight: bigint,
): Promise<{ userId: UserId; asset: string; amount: bigint }[]> {
  const rows = await connection.query<{ userId: UserId; asset: string } & AmountText>(
    `select user_id as "userId", asset, sum(amount) as amount from deposit
     where network = $1 and user_id = any($2::uuid[]) and block_height >= $3
       and status in ('seen', 'confirming', 'confirmed')
     group by user_id, asset`,
    [network, userIds, fromHeight.toString()],
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** The living deposits in blocks above a height, locked. Read after the lock: whose they were said to be in between counts. */
export async function lockDepositsAbove(tx: Transaction, network: string, height: bigint): Promise<LostDeposit[]> {
  const above = `network = $1 and block_height > $2 and status in ('seen', 'confirming', 'confirmed') order by block_height, id`;
  await tx.query(`select from deposit where ${above} for update`, [network, height]);
  const rows = await tx.query<Omit<LostDeposit, 'amount'> & AmountText>(
    `select id, user_id as "userId", asset, came_as as "cameAs", status, ${IS_OPERATORS} as "isOperators",
       ${BROUGHT} as amount
     from deposit d where ${above}`,
    [network, height],
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** A deposit that is not final and that no one has vouched for, locked; null where that has changed. */
export async function lockOpen(tx: Transaction, id: DepositId): Promise<LostDeposit | null> {
  const [row] = await tx.query<Omit<LostDeposit, 'amount'> & AmountText>(
    `select id, user_id as "userId", asset, came_as as "cameAs", amount, status, false as "isOperators" from deposit
     where id = $1 and status in ('seen', 'confirming') and vouched_by is null for update`,
    [id],
  );
  return row === undefined ? null : Object.assign(row, { amount: BigInt(row.amount) });
}

/** A deposit to be valued, and whether its coins are in a balance that has no wallet to show them. */
export interface CreditedDeposit {
  readonly id: DepositId;
  readonly userId: UserId | null;
  readonly asset: string;
  readonly amount: bigint;
  /** Null: it is not final. */
  readonly confirmedAt: Date | null;
  /** It has an owner who has no wallet of the asset, and no payment by link requested it. */
  readonly needsWallet: boolean;
  /** Its owner has closed the account. */
  readonly isLate: boolean;
}

/** Deposits by id, in no order; unknown ids are left out. */
export async function listCredited(connection: Connection, ids: readonly DepositId[]): Promise<CreditedDeposit[]> {
  const rows = await connection.query<Omit<CreditedDeposit, 'amount'> & AmountText>(
    `select d.id, d.user_id as "userId", d.asset, d.amount, d.confirmed_at as "confirmedAt",
       d.user_id is not null and a.payment_asset is distinct from d.asset and not exists (
         select from wallet w where w.user_id = d.user_id and w.currency || '@' || w.network = d.asset) as "needsWallet",
       u.closed_at is not null as "isLate"
     from deposit d join deposit_address a on a.id = d.address_id left join app_user u on u.id = d.user_id where d.id = any($1::uuid[])`,
    [ids],
    'deposits-credited',
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** The newest block that was read; null where the network was never watched. */
export async function findTip(connection: Connection, network: string): Promise<BlockRef | null> {
  const [tip] = await listBlocksDown(connection, network, null, 1);
  return tip ?? null;
}

/** The newest block that was read, and whether deposits wait for confirmations and blocks for a trace. */
interface Cursor {
  readonly tip: BlockRef;
  readonly hasOpenDeposits: boolean;
  readonly hasUntraced: boolean;
}

/** The state of a network; null where it was never watched. One query, because each poll of each watcher asks it. */
export async function findCursor(connection: Connection, network: string): Promise<Cursor | null> {
  const [row] = await connection.query<BlockRef & Omit<Cursor, 'tip'>>(
    `select height, hash, exists (select from untraced_block where network = $1) as "hasUntraced",
       exists (select from deposit where network = $1 and status in ('seen', 'confirming')) as "hasOpenDeposits"
     from block where network = $1 order by height desc limit 1`,
    [network],
    'find-cursor',
  );
  if (row === undefined) return null;
  const { hasOpenDeposits, hasUntraced, ...tip } = row;
  return { tip, hasOpenDeposits, hasUntraced };
}

/** Blocks that were read, newest first, from `below` (not included; null: from the tip) downwards. */
export function listBlocksDown(
  connection: Connection,
  network: string,
  below: bigint | null,
  limit: number,
): Promise<BlockRef[]> {
  return connection.query<BlockRef>(
    `select height, hash from block where network = $1 and ($2::bigint is null or height < $2)
     order by height desc limit $3`,
    [network, below, limit],
    'list-blocks-down',
  );
}

/**
 * Locks the network for this transaction and answers whether its tip is still `tip`. Every write of a watcher asks this
 * first: a second watcher, or one that slept for an hour, then finds that its reading is outdated.
 */
export async function holdTip(tx: Transaction, network: string, tip: BlockRef): Promise<boolean> {
  await tx.query(`select network from watcher where network = $1 for update`, [network]);
  const stored = await findTip(tx, network);
  return stored?.height === tip.height && stored.hash === tip.hash;
}

/** Writes sightings. Answers the identities that were written: those with a living deposit already are left out. */
export async function insertDeposits(tx: Transaction, deposits: readonly NewDeposit[]): Promise<Set<string>> {
  const rows = await tx.query<{ identity: string }>(
    `insert into deposit (id, network, identity, transaction, block_hash, block_height, asset, address_id, user_id, amount,
       status, confirmations, confirmations_needed, seen_at, came_as, read_by, contradiction, known_at, updated_at)
     select id, network, identity, transaction, block_hash, block_height, asset, address_id, user_id, amount,
       'seen', 1, needed, seen_at, came_as, read_by, contradiction, known_at, clock_timestamp()
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::uuid[],
       $9::uuid[], $10::numeric[], $11::int[], $12::timestamptz[], $13::text[], $14::text[], $15::text[], $16::timestamptz[])
       as new (id, network, identity, transaction, block_hash, block_height, asset, address_id, user_id, amount, needed, seen_at, came_as, read_by, contradiction, known_at)
     on conflict (network, identity) where status in ('seen', 'confirming', 'confirmed') do nothing
     returning identity`,
    [
      deposits.map(({ id }) => id),
      deposits.map(({ network }) => network),
      deposits.map(({ identity }) => identity),
      deposits.map(({ transaction }) => transaction),
      deposits.map(({ blockHash }) => blockHash),
      deposits.map(({ blockHeight }) => blockHeight.toString()),
      deposits.map(({ asset }) => asset),
      deposits.map(({ addressId }) => addressId),
      deposits.map(({ userId }) => userId),
      deposits.map(({ amount }) => amount.toString()),
      deposits.map(({ confirmationsNeeded }) => confirmationsNeeded),
      deposits.map(({ seenAt }) => seenAt.toISOString()),
      deposits.map(({ cameAs }) => cameAs),
      deposits.map(({ readBy = null }) => readBy),
      deposits.map(({ contradiction = null }) => contradiction),
      deposits.map(({ knownAt }) => knownAt.toISOString()),
    ],
  );
  tx.announce(RECORDS_CHANGED);
  return new Set(rows.map(({ identity }) => identity));
}

/** By what a deposit is named that a person made of coins which no known payment explains, until their payment is read. */
export const identityOfGiven = (id: DepositId): string => `surplus ${id}`;

/**
 * Writes payments that were read late into the deposits that a person had made of the same coins at the same address: these are
 * credited already. Answers the deposits by the identities of the payments.
 */
export async function adoptGiven(tx: Transaction, deposits: readonly NewDeposit[]): Promise<Map<string, DepositId>> {
  const adopted = new Map<string, DepositId>();
  for (const deposit of deposits) {
    const { network, identity, transaction, blockHash, blockHeight, asset, cameAs, addressId, userId, amount } =
      deposit;
    const [row] = await tx.query<{ id: DepositId }>(
      `update deposit set identity = $2, transaction = $3, block_hash = $4, block_height = $5, read_by = $6, updated_at = clock_timestamp()
       where id = (
         select made.id from surplus_share g join balance_surplus s on s.id = g.surplus_id join deposit made on made.id = g.deposit_id
         where g.kind = 'customer' and g.drawn = 0 and s.seen_height >= $5 and made.network = $1 and made.identity = 'surplus ' || made.id
           and made.status = 'confirmed' and made.address_id = $7 and made.user_id = $8 and made.asset = $9
           and made.came_as is not distinct from $10 and made.amount = $11 order by made.id limit 1)
         and not exists (select from deposit where network = $1 and identity = $2 and status in ('seen', 'confirming', 'confirmed'))
       returning id`,
      [
        network,
        identity,
        transaction,
        blockHash,
        blockHeight.toString(),
        deposit.readBy ?? null,
        addressId,
        userId,
        asset,
        cameAs,
        amount.toString(),
      ],
    );
    if (row !== undefined) adopted.set(identity, row.id);
  }
  if (adopted.size > 0) tx.announce(RECORDS_CHANGED);
  return adopted;
}

/** Records the senders of deposits, as far as their chain shows them. */
export async function insertSenders(
  tx: Transaction,
  deposits: readonly Pick<NewDeposit, 'id' | 'senders'>[],
): Promise<void> {
  const pairs = deposits.flatMap(({ id, senders }) => [...new Set(senders)].map((addressKey) => ({ id, addressKey })));
  if (pairs.length === 0) return;
  await tx.query(
    `insert into deposit_sender (deposit_id, address_key) select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`,
    [pairs.map(({ id }) => id), pairs.map(({ addressKey }) => addressKey)],
  );
}

interface CountedDeposit {
  readonly id: DepositId;
  readonly status: DepositState;
  readonly confirmations: number;
}

/** Writes the deposits' progress; a final one keeps its time, and the balance of its address is compared after that. */
export async function saveCounts(tx: Transaction, counts: readonly CountedDeposit[]): Promise<void> {
  await tx.query(
    `with saved as (
       update deposit d set status = new.status, confirmations = new.confirmations, updated_at = clock_timestamp(),
         confirmed_at = case when new.status = 'confirmed' then clock_timestamp() end
       from unnest($1::uuid[], $2::text[], $3::int[]) as new (id, status, confirmations)
       where d.id = new.id and d.status in ('seen', 'confirming') returning d.network, d.address_id, d.status)
     insert into balance_check (network, address_id)
     select distinct network, address_id from saved where status = 'confirmed' order by network, address_id
     on conflict (network, address_id) do update set asked_at = clock_timestamp()`,
    [counts.map(({ id }) => id), counts.map(({ status }) => status), counts.map(({ confirmations }) => confirmations)],
  );
  tx.announce(RECORDS_CHANGED);
}

/**
 * Of what these customers owe that which comes of credits alone that a person had made of a surplus, and that were another payment's: user and
 * asset with a space between. A chain has taken back nothing of it.
 */
export async function listCorrected(
  tx: Transaction,
  debts: readonly { readonly userId: UserId; readonly asset: string }[],
): Promise<ReadonlySet<string>> {
  if (debts.length === 0) return new Set();
  const rows = await tx.query<{ debt: string }>(
    `select distinct debt.user_id || ' ' || debt.asset as debt
     from unnest($1::uuid[], $2::text[]) as debt (user_id, asset)
       join surplus_share g on g.user_id = debt.user_id and g.kind = 'customer' and g.drawn > 0
       join deposit d on d.id = g.deposit_id and d.asset = debt.asset and d.identity = 'surplus ' || d.id
     where not exists (
       select from deposit gone where gone.user_id = debt.user_id and gone.asset = debt.asset and gone.status = 'reverted')`,
    [debts.map(({ userId }) => userId), debts.map(({ asset }) => asset)],
  );
  return new Set(rows.map(({ debt }) => debt));
}

/** Ends deposits: `dropped` or `reverted`. */
export async function endDeposits(
  tx: Transaction,
  status: Extract<DepositState, 'dropped' | 'reverted'>,
  ids: readonly DepositId[],
): Promise<void> {
  await tx.query(
    `update deposit set status = $1, confirmations = 0, updated_at = clock_timestamp() where id = any($2::uuid[])`,
    [status, ids],
  );
  tx.announce(RECORDS_CHANGED);
}

/** Writes the values of deposits; the first value of each stays. */
export async function insertDepositValues(
  connection: Connection,
  values: readonly { readonly depositId: DepositId; readonly rate: Rate; readonly kobo: Kobo; readonly at: Date }[],
): Promise<void> {
  if (values.length === 0) return;
  await connection.query(
    `insert into deposit_value (deposit_id, rate, naira_kobo, valued_at)
     select * from unnest($1::uuid[], $2::numeric[], $3::numeric[], $4::timestamptz[]) as new (deposit_id) order by deposit_id
     on conflict (deposit_id) do nothing`,
    [
      values.map(({ depositId }) => depositId),
      values.map(({ rate }) => formatRate(rate)),
      values.map(({ kobo }) => String(kobo)),
      values.map(({ at }) => at.toISOString()),
    ],
    'deposit-values',
  );
}

/** Adds blocks on top. */
export async function insertBlocks(tx: Transaction, network: string, blocks: readonly BlockHeader[]): Promise<void> {
  await tx.query(
    `insert into block (network, height, hash, parent_hash)
     select $1, * from unnest($2::bigint[], $3::text[], $4::text[])`,
    [
      network,
      blocks.map(({ height }) => height.toString()),
      blocks.map(({ hash }) => hash),
      blocks.map(({ parentHash }) => parentHash),
    ],
  );
}

/** Deletes the blocks above a height, which the chain has replaced. */
export async function deleteBlocksAbove(tx: Transaction, network: string, height: bigint): Promise<void> {
  await tx.query(`delete from block where network = $1 and height > $2`, [network, height]);
}

/** Deletes the blocks up to a height, which no reorganisation is expected to reach. */
export async function deleteBlocksUpTo(tx: Transaction, network: string, height: bigint): Promise<void> {
  await tx.query(`delete from block where network = $1 and height <= $2`, [network, height]);
}

/** A deposit as an administrator vouches for it. */
interface VouchedDeposit {
  readonly userId: UserId | null;
  readonly asset: string;
  readonly amount: bigint;
  readonly transaction: string;
  readonly status: DepositState;
  readonly waitsFor: WaitsFor | null;
  readonly vouchedBy: string | null;
  /** The first of two administrators, if that word still counts. */
  readonly firstVoucher: string | null;
}

const VOUCHED = `d.user_id as "userId", d.asset, d.amount, d.transaction, d.status, d.waits_for as "waitsFor",
  d.vouched_by as "vouchedBy",
  (select u.id from app_user u where u.id = d.first_voucher and ${countsStill('u', 'd.first_vouched_at', endpoints.admin.vouch)}) as "firstVoucher"`;

/** A deposit, locked where a transaction asks for that; null where there is none. */
export async function findVouched(
  connection: Connection,
  id: DepositId,
  { isLocked }: { isLocked: boolean },
): Promise<VouchedDeposit | null> {
  const [row] = await connection.query<Omit<VouchedDeposit, 'amount'> & { amount: string }>(
    `select ${VOUCHED} from deposit d where d.id = $1 ${isLocked ? 'for update' : ''}`,
    [id],
  );
  return row === undefined ? null : Object.assign(row, { amount: BigInt(row.amount) });
}

/** Writes the word of the first of two administrators, or, where that is enough, of the last. */
export async function savePersonsWord(
  tx: Transaction,
  { id, adminId, isFirst }: { id: DepositId; adminId: UserId; isFirst: boolean },
): Promise<void> {
  await tx.query(
    isFirst
      ? `update deposit set first_voucher = $2, first_vouched_at = clock_timestamp(), updated_at = clock_timestamp() where id = $1`
      : `update deposit set vouched_by = 'administrator', vouched_at = clock_timestamp(), waits_for = null,
           updated_at = clock_timestamp() where id = $1 and $2::uuid is not null`,
    [id, adminId],
  );
  tx.announce(RECORDS_CHANGED);
}

/** Writes who said that deposits are there. */
export async function saveWords(connection: Connection, words: ReadonlyMap<DepositId, string>): Promise<void> {
  if (words.size === 0) return;
  await connection.query(
    `update deposit d set vouched_by = new.vouched_by, vouched_at = clock_timestamp(), waits_for = null
     from unnest($1::uuid[], $2::text[]) as new (id, vouched_by) where d.id = new.id and d.vouched_by is null`,
    [[...words.keys()], [...words.values()]],
    'save-words',
  );
}

/** Writes why deposits are not credited yet, and what other providers say of them. */
export async function saveWaits(
  connection: Connection,
  waits: readonly Pick<DeepDeposit, 'id' | 'waitsFor' | 'contradiction'>[],
): Promise<void> {
  if (waits.length === 0) return;
  await connection.query(
    `update deposit d set waits_for = new.waits_for, contradiction = new.contradiction, updated_at = clock_timestamp()
     from unnest($1::uuid[], $2::text[], $3::text[]) as new (id, waits_for, contradiction) where d.id = new.id`,
    [waits.map(({ id }) => id), waits.map(({ waitsFor }) => waitsFor), waits.map(({ contradiction }) => contradiction)],
    'save-waits',
  );
}

/** An address whose balance is to be compared, and when that was asked. */
interface AskedCheck {
  readonly addressId: AddressId;
  readonly askedAt: string;
}

/** Ends checks, or puts them off by a minute; an address asked for again since stays as it is. */
export async function endChecks(
  connection: Connection,
  { network, checks, isDone }: { network: string; checks: readonly AskedCheck[]; isDone: boolean },
): Promise<void> {
  const these = `unnest($2::uuid[], $3::timestamptz[]) as made (address_id, asked_at)
    where c.network = $1 and c.address_id = made.address_id and c.asked_at = made.asked_at`;
  const later = `update balance_check c set asked_at = clock_timestamp() + interval '1 minute' from ${these}`;
  await connection.query(isDone ? `delete from balance_check c using ${these}` : later, [
    network,
    checks.map(({ addressId }) => addressId),
    checks.map(({ askedAt }) => askedAt),
  ]);
}

/** Asks for the balances of these addresses, by their keys, to be compared. */
export async function askForChecks(tx: Transaction, network: string, addressKeys: readonly string[]): Promise<void> {
  await tx.query(
    `insert into balance_check (network, address_id)
     select $1, id from deposit_address where family = $3 and address_key = any($2::text[]) order by id
     on conflict (network, address_id) do update set asked_at = clock_timestamp()`,
    [network, addressKeys, isNetwork(network) ? NETWORKS[network].family : ''],
  );
}

/** Gives a deposit that nobody owns to a user. */
export async function saveUser(tx: Transaction, id: DepositId, userId: UserId): Promise<void> {
  await tx.query(`update deposit set user_id = $2, updated_at = clock_timestamp() where id = $1`, [id, userId]);
  tx.announce(RECORDS_CHANGED);
}

/**
 * Records what the watcher last found: the node's newest block (null: unknown), why it waits (null: it continues), and how long
 * it still needs to reach that block (null: it is up to date, or this is unknown).
 */
export async function saveWatcher(
  connection: Connection,
  network: string,
  { headHeight, stalled, secondsLeft }: WatcherNote,
): Promise<void> {
  await connection.query(
    `insert into watcher (network, head_height, checked_at, stalled, seconds_left, stalled_since)
     values ($1, $2, clock_timestamp(), $3, $4, case when $3::text is not null then clock_timestamp() end)
     on conflict (network) do update set head_height = coalesce(excluded.head_height, watcher.head_height),
       checked_at = excluded.checked_at, stalled = excluded.stalled, seconds_left = excluded.seconds_left,
       stalled_since = case when excluded.stalled is not null then coalesce(watcher.stalled_since, excluded.stalled_since) end`,
    [network, headHeight, stalled, secondsLeft],
    'save-watcher',
  );
}

/** Begins to watch a network above `startHeight`. False where another process has begun already. */
export async function insertWatcher(tx: Transaction, network: string, startHeight: bigint): Promise<boolean> {
  const rows = await tx.query(
    `insert into watcher (network, start_height) values ($1, $2)
     on conflict (network) do update set start_height = excluded.start_height where watcher.start_height is null
     returning network`,
    [network, startHeight],
  );
  return rows.length === 1;
}
