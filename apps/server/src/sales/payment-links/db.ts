import type { LinkState } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { type LinkRecord, type LinkTerms, type Pair, readLinkCurrency } from './link.ts';

/** A link's state at the moment `$1`: the one place that says which of several reasons counts. */
const STATE = `case when not active then 'inactive' when is_once and used_at is not null then 'used'
  when expires_at <= $1::timestamptz then 'expired' else 'active' end`;
const COLUMNS = `id, user_id, name, purpose, amount_currency, amount, minimum_amount, maximum_amount, coins, accepted,
  is_once, expires_at, success_message, redirect_url, version, created_at, updated_at,
  banner_image_id, profile_image_id, ${STATE} as state`;

interface LinkRow {
  id: string;
  user_id: string;
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
  banner_image_id: string | null;
  profile_image_id: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  state: LinkState;
}

/** Which of somebody's links to list. */
export interface LinkFilter {
  readonly userId: string;
  /** A part of name or purpose; empty finds all. Large and small letters are the same. */
  readonly search: string;
  readonly state: LinkState | null;
  /** The id of the last link that is known already. */
  readonly before: string | null;
  readonly limit: number;
}

/** At most `limit` of somebody's links that pass the filter, newest first, with their state at `now`. */
export async function listLinks(connection: Connection, filter: LinkFilter, now: Date): Promise<LinkRecord[]> {
  const rows = await connection.query<LinkRow>(
    `select * from (select ${COLUMNS} from payment_link where user_id = $2 and ($3::uuid is null or id < $3)
       and strpos(lower(name || ' ' || purpose), lower($4)) > 0) link
     where $5::text is null or state = $5 order by id desc limit $6`,
    [now, filter.userId, filter.before, filter.search, filter.state, filter.limit],
    'payment-links-own',
  );
  return rows.map(readLink);
}

/** How many of somebody's links are in each state; states without any are left out. */
export async function countLinks(connection: Connection, userId: string, now: Date): Promise<Map<LinkState, number>> {
  const rows = await connection.query<{ state: LinkState; links: number }>(
    `select ${STATE} as state, count(*)::integer as links from payment_link where user_id = $2 group by 1`,
    [now, userId],
    'payment-links-count',
  );
  return new Map(rows.map(({ state, links }) => [state, links]));
}

/** A link with its state at `now`; null where there is none. */
export async function findLink(connection: Connection, id: string, now: Date): Promise<LinkRecord | null> {
  const [row] = await connection.query<LinkRow>(
    `select ${COLUMNS} from payment_link where id = $2`,
    [now, id],
    'payment-link',
  );
  return row === undefined ? null : readLink(row);
}

/** Records a new link. */
export async function insertLink(
  connection: Connection,
  link: { id: string; userId: string; terms: LinkTerms; now: Date },
): Promise<void> {
  await connection.query(
    `insert into payment_link (created_at, updated_at, id, user_id, name, purpose, amount_currency, amount,
       minimum_amount, maximum_amount, coins, accepted, is_once, expires_at, success_message, redirect_url, banner_image_id, profile_image_id)
     values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $14, $15, $16, $17)`,
    [link.now, link.id, link.userId, ...termValues(link.terms)],
    'payment-link-insert',
  );
}

/** Replaces the terms of a link where it still has this version; false where it has another. */
export async function replaceTerms(
  connection: Connection,
  link: { id: string; userId: string; version: number; terms: LinkTerms; now: Date },
): Promise<boolean> {
  const rows = await connection.query(
    `update payment_link set updated_at = $1, version = version + 1, name = $4, purpose = $5, amount_currency = $6,
       amount = $7, minimum_amount = $8, maximum_amount = $9, coins = $10, accepted = $11::jsonb, is_once = $12,
       expires_at = $13, success_message = $14, redirect_url = $15,
       banner_image_id = $16, profile_image_id = $17
     where id = $2 and user_id = $3 and version = $18 returning id`,
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
  terms.bannerImageId,
  terms.profileImageId,
];

/** Switches a link on or off; false where it was so already, and stays as it is. */
export async function setActive(
  connection: Connection,
  { id, userId, isActive, now }: { id: string; userId: string; isActive: boolean; now: Date },
): Promise<boolean> {
  const rows = await connection.query(
    `update payment_link set active = $3, version = version + 1, updated_at = $4
     where id = $1 and user_id = $2 and active <> $3 returning id`,
    [id, userId, isActive, now],
    'payment-link-switch',
  );
  return rows.length > 0;
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
    bannerImageId: row.banner_image_id,
    profileImageId: row.profile_image_id,
    state: row.state,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
