import type { CustomField, ImageId, ImageKind, LinkId, LinkState, OrderId, UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { RECORDS_CHANGED } from '../../platform/change-feed.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import { byPlace } from '../../platform/group-by.ts';
import type { DrawnImage } from '../images/draw-image.ts';
import { MONTH_IS_PAID, monthsOf } from '../settled/db.ts';
import type { LinkFigures } from './link-figures.ts';
import { type LinkRecord, type LinkTerms, type Metadata, type Pair, readLinkCurrency } from './link.ts';
import { COVERED_AS_SQL } from '../orders/db.ts';

/** A link's state at the moment `$1`: the only place that decides which of several reasons counts. */
const STATE = `case when not active then 'inactive' when is_once and used_at is not null then 'used'
  when expires_at <= $1::timestamptz then 'expired' else 'active' end`;

const COLUMNS = `id, user_id, name, purpose, amount_currency, amount, minimum_amount, maximum_amount, coins, accepted,
  is_once, expires_at, success_message, redirect_url, metadata, custom_fields, version, created_at, updated_at,
  banner_image_id, profile_image_id, ${STATE} as state`;

interface LinkRow {
  id: LinkId;
  user_id: UserId;
  name: string;
  purpose: string;
  amount_currency: string;
  amount: string | null;
  minimum_amount: string | null;
  maximum_amount: string | null;
  coins: string[];
  accepted: Pair[];
  is_once: boolean;
  expires_at: Date | null;
  success_message: string | null;
  redirect_url: string | null;
  metadata: Metadata;
  custom_fields: CustomField[];
  banner_image_id: ImageId | null;
  profile_image_id: ImageId | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  state: LinkState;
}

/** Which of a merchant's links to list. */
export interface LinkFilter {
  readonly userId: UserId;
  /** A part of name or purpose; empty finds all. Case does not matter. */
  readonly search: string;
  readonly state: LinkState | null;
  /** The id of the last link that is known already. */
  readonly before: LinkId | null;
  readonly limit: number;
}

/** As SQL: whether the text of `asked` is a part of a link's name or purpose. */
const IS_FOUND = `strpos(lower(name || ' ' || purpose), lower(asked.search)) > 0`;

/** For each filter at most `limit` links that pass it, newest first, with their state at `now`. */
export async function listLinks(
  connection: Connection,
  filters: readonly LinkFilter[],
  now: Date,
): Promise<LinkRecord[][]> {
  const rows = await connection.query<LinkRow & { place: bigint }>(
    `select asked.place, link.*
     from unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::int[])
       with ordinality as asked (user_id, search, state, before, most, place)
     cross join lateral (
       select * from (select ${COLUMNS} from payment_link
         where user_id = asked.user_id and (asked.before is null or id < asked.before) and ${IS_FOUND}) one
       where asked.state is null or one.state = asked.state order by id desc limit asked.most) link
     order by asked.place, link.id desc`,
    [
      now,
      filters.map(({ userId }) => userId),
      filters.map(({ search }) => search),
      filters.map(({ state }) => state),
      filters.map(({ before }) => before),
      filters.map(({ limit }) => limit),
    ],
    'payment-links-own',
  );
  return byPlace(rows, filters.length).map((links) => links.map(readLink));
}

/** How many links of a merchant there are in one state, and how many of them a search finds. */
export interface LinkCount {
  readonly links: number;
  readonly found: number;
}

/** For each filter how many links its merchant has in each state at `now`; states without any are left out. */
export async function countLinks(
  connection: Connection,
  filters: readonly Pick<LinkFilter, 'userId' | 'search'>[],
  now: Date,
): Promise<ReadonlyMap<LinkState, LinkCount>[]> {
  const rows = await connection.query<LinkCount & { place: bigint; state: LinkState }>(
    `select asked.place, counted.state, counted.links, counted.found
     from unnest($2::uuid[], $3::text[]) with ordinality as asked (user_id, search, place)
     cross join lateral (
       select ${STATE} as state, count(*)::integer as links, (count(*) filter (where ${IS_FOUND}))::integer as found
       from payment_link where user_id = asked.user_id group by 1) counted`,
    [now, filters.map(({ userId }) => userId), filters.map(({ search }) => search)],
    'payment-links-count',
  );
  return byPlace(rows, filters.length).map(
    (counts) => new Map(counts.map(({ state, links, found }) => [state, { links, found }])),
  );
}

/** A link with its state at `now`; null where there is none. */
export async function findLink(connection: Connection, id: LinkId, now: Date): Promise<LinkRecord | null> {
  return (await findLinks(connection, [id], now))[0] ?? null;
}

/** The same as `findLink` for each of the ids, in their order. */
export async function findLinks(
  connection: Connection,
  ids: readonly LinkId[],
  now: Date,
): Promise<(LinkRecord | null)[]> {
  const rows = await connection.query<LinkRow>(
    `select ${COLUMNS} from payment_link where id = any($2::uuid[])`,
    [now, ids],
    'payment-links-by-id',
  );
  const found = new Map(rows.map((row) => [row.id, readLink(row)]));
  return ids.map((id) => found.get(id) ?? null);
}

/** Records a new link. */
export async function insertLink(
  connection: Connection,
  link: { id: LinkId; userId: UserId; terms: LinkTerms; now: Date },
): Promise<void> {
  await connection.query(
    `insert into payment_link (created_at, updated_at, id, user_id, name, purpose, amount_currency, amount,
       minimum_amount, maximum_amount, coins, accepted, is_once, expires_at, success_message, redirect_url, metadata, custom_fields, banner_image_id, profile_image_id)
     values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $14, $15, $16::jsonb, $17::jsonb, $18, $19)`,
    [link.now, link.id, link.userId, ...termValues(link.terms)],
    'payment-link-insert',
  );
}

/** Replaces the terms of a link where it still has this version; false where it has another. */
export async function replaceTerms(
  connection: Connection,
  link: { id: LinkId; userId: UserId; version: number; terms: LinkTerms; now: Date },
): Promise<boolean> {
  const rows = await connection.query(
    `update payment_link set updated_at = $1, version = version + 1, name = $4, purpose = $5, amount_currency = $6,
       amount = $7, minimum_amount = $8, maximum_amount = $9, coins = $10, accepted = $11::jsonb, is_once = $12,
       expires_at = $13, success_message = $14, redirect_url = $15,
       metadata = $16::jsonb, custom_fields = $17::jsonb, banner_image_id = $18, profile_image_id = $19
     where id = $2 and user_id = $3 and version = $20 returning id`,
    [link.now, link.id, link.userId, ...termValues(link.terms), link.version],
    'payment-link-replace',
  );
  return rows.length > 0;
}

const termValues = (terms: LinkTerms): readonly unknown[] => [
  terms.name,
  terms.purpose,
  terms.amountCurrency,
  terms.amount,
  terms.minimumAmount,
  terms.maximumAmount,
  terms.coins,
  JSON.stringify(terms.accepted),
  terms.isOnce,
  terms.expiresAt,
  terms.successMessage,
  terms.redirectUrl,
  JSON.stringify(terms.metadata),
  JSON.stringify(terms.customFields),
  terms.bannerImageId,
  terms.profileImageId,
];

/** Switches a link on or off; false where it was so already, and stays as it is. */
export async function setActive(
  connection: Connection,
  { id, userId, isActive, now }: { id: LinkId; userId: UserId; isActive: boolean; now: Date },
): Promise<boolean> {
  const rows = await connection.query(
    `update payment_link set active = $3, version = version + 1, updated_at = $4
     where id = $1 and user_id = $2 and active <> $3 returning id`,
    [id, userId, isActive, now],
    'payment-link-switch',
  );
  return rows.length > 0;
}

/** Switches all links of a user off. */
export async function switchOffLinks(connection: Connection, userId: UserId, now: Date): Promise<void> {
  await connection.query(
    `update payment_link set active = false, version = version + 1, updated_at = $2 where user_id = $1 and active`,
    [userId, now],
  );
}

function readLink(row: LinkRow): LinkRecord {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    purpose: row.purpose,
    amountCurrency: readLinkCurrency(row.amount_currency),
    amount: row.amount,
    minimumAmount: row.minimum_amount,
    maximumAmount: row.maximum_amount,
    coins: row.coins,
    accepted: row.accepted,
    isOnce: row.is_once,
    expiresAt: row.expires_at,
    successMessage: row.success_message,
    redirectUrl: row.redirect_url,
    metadata: row.metadata,
    customFields: row.custom_fields,
    bannerImageId: row.banner_image_id,
    profileImageId: row.profile_image_id,
    state: row.state,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type Counts = Omit<LinkFigures, 'medianPayoutSeconds'>;

const COUNTS = `coalesce(sum(orders), 0)::integer as payments,
  coalesce(sum(orders) filter (where ${MONTH_IS_PAID}), 0)::integer as paid,
  coalesce(sum(naira_kobo) filter (where ${MONTH_IS_PAID}), 0)::text as kobo`;

interface CountsRow {
  payments: number;
  paid: number;
  kobo: string;
}

const readCounts = ({ payments, paid, kobo }: CountsRow): Counts => ({ payments, paid, nairaKobo: toKobo(kobo) });

/** The payments of each of the links; a link without one is left out. */
export async function countPayments(connection: Connection, linkIds: readonly LinkId[]): Promise<Map<string, Counts>> {
  const rows = await connection.query<CountsRow & { link: string }>(
    `select payment_link_id as link, ${COUNTS} from (${monthsOf('payment_link_id = any($1::uuid[])')}) months group by 1`,
    [linkIds],
    'payment-link-figures',
  );
  return new Map(rows.map((row) => [row.link, readCounts(row)]));
}

/** The payments of all links of each merchant; one without a payment is left out. */
export async function sumPayments(
  connection: Connection,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, Counts>> {
  const rows = await connection.query<CountsRow & { user: UserId }>(
    `select user_id as "user", ${COUNTS}
     from (${monthsOf('user_id = any($1::uuid[])', 'payment_link_id is not null')}) months group by 1`,
    [userIds],
    'payment-links-figures-all',
  );
  return new Map(rows.map((row) => [row.user, readCounts(row)]));
}

const MOST_MEASURED = 50;

/**
 * Seconds from the confirmation of the last coins that a payment needed to the sending of its first payout to the bank,
 * of each link's latest payments, at most 50; a link without any is left out.
 */
export async function measurePayouts(
  connection: Connection,
  linkIds: readonly LinkId[],
): Promise<Map<string, number[]>> {
  const rows = await connection.query<{ link: string; seconds: number[] }>(
    `select link, array_agg(seconds) as seconds
     from unnest($1::uuid[]) link cross join lateral (
       select extract(epoch from p.sent_at - d.confirmed_at)::float8 as seconds
       from customer_order o
       join payout p on p.order_id = o.id and p.attempt = 1 and p.status = 'paid'
       cross join lateral (
         select max(confirmed_at) as confirmed_at from deposit
         where address_id = o.address_id and confirmed_at <= p.sent_at) d
       where o.payment_link_id = link and o.payout = 'paid' and d.confirmed_at is not null
       order by o.id desc limit $2) measured
     group by link`,
    [linkIds, MOST_MEASURED],
    'payment-link-speed',
  );
  return new Map(rows.map(({ link, seconds }) => [link, seconds]));
}

const MOST_AT_ONCE = 500;

/** Deletes pictures stored before `before` that no link shows. One that a link takes at the same moment stays. */
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

/**
 * Those of the links that are for one payment, with the payment that has used each (null: none), locked in a fixed
 * order until the transaction ends: of many payments that are covered at the same moment one gets it.
 */
export async function lockOnceLinks(
  tx: Transaction,
  linkIds: readonly LinkId[],
): Promise<ReadonlyMap<LinkId, OrderId | null>> {
  if (linkIds.length === 0) return new Map();
  const rows = await tx.query<{ id: LinkId; used_by: OrderId | null }>(
    `select id, used_by from payment_link where id = any($1::uuid[]) and is_once order by id for no key update`,
    [linkIds],
    'payment-links-lock',
  );
  return new Map(rows.map(({ id, used_by: usedBy }) => [id, usedBy]));
}

/** Marks locked once-only links as used by a covered payment each. */
export async function saveLinkUses(tx: Transaction, uses: ReadonlyMap<LinkId, OrderId>): Promise<void> {
  if (uses.size === 0) return;
  await tx.query(
    `update payment_link l set used_by = s.used_by, used_at = clock_timestamp()
     from unnest($1::uuid[], $2::uuid[]) as s (id, used_by) where l.id = s.id`,
    [[...uses.keys()], [...uses.values()]],
  );
  tx.announce(RECORDS_CHANGED);
}

/**
 * Frees a once-only link from the payment that had used it, because that payment is no longer covered. The first other covered
 * payment gets the link; if there is none the link can be paid again.
 */
export async function releaseLink(tx: Transaction, linkId: LinkId, orderId: OrderId): Promise<void> {
  // Locked by a separate statement: the next one then sees every payment that was covered before.
  const held = await tx.query(`select 1 from payment_link where id = $1 and used_by = $2 for no key update`, [
    linkId,
    orderId,
  ]);
  if (held.length === 0) return;
  await tx.query(
    `update payment_link l set used_by = n.id, used_at = case when n.id is not null then clock_timestamp() end
     from (select (select id from customer_order where payment_link_id = $1 and id <> $2 and status <> 'declined'
         and funding in ${COVERED_AS_SQL} order by id limit 1) as id) n
     where l.id = $1`,
    [linkId, orderId],
  );
  tx.announce(RECORDS_CHANGED);
}

/** Whether another payment than this one has used the link. */
export async function isUsedByAnother(tx: Transaction, linkId: LinkId, orderId: OrderId): Promise<boolean> {
  const rows = await tx.query(`select 1 from payment_link where id = $1 and used_by <> $2`, [linkId, orderId]);
  return rows.length > 0;
}

/** Stores a picture. */
export async function insertImage(
  connection: Connection,
  { bytes, width, height, ...image }: DrawnImage & { id: ImageId; userId: UserId; kind: ImageKind; now: Date },
): Promise<void> {
  await connection.query(
    `insert into stored_image (id, user_id, kind, media, bytes, width, height, created_at)
     values ($1, $2, $3, 'image/webp', $4, $5, $6, $7)`,
    [image.id, image.userId, image.kind, Buffer.from(bytes), width, height, image.now],
  );
}

/** The bytes of a picture; null where there is none. */
export async function loadImage(connection: Connection, id: ImageId): Promise<Uint8Array<ArrayBuffer> | null> {
  const [row] = await connection.query<{ bytes: Buffer<ArrayBuffer> }>(
    `select bytes from stored_image where id = $1`,
    [id],
    'image',
  );
  return row?.bytes ?? null;
}

/** Whether a user has sent this picture as one of its kind; if so it can't be deleted until the transaction ends. */
export async function holdImage(
  tx: Transaction,
  { id, userId, kind }: { id: ImageId; userId: UserId; kind: ImageKind },
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from stored_image where id = $1 and user_id = $2 and kind = $3 for key share`,
    [id, userId, kind],
    'image-hold',
  );
  return rows.length > 0;
}
