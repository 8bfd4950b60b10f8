import type { Act, AuditKind, UserId } from '@kobogate/contract';
import { type ActFilter, ADMIN_ACTIONS, type AdminActionType, listActs, type RecordedAct } from '../controls/index.ts';
import type { Connection } from '../platform/database.ts';
import { ruleBroken } from '../platform/errors.ts';
import type { Cell } from '../platform/files/csv.ts';
import { writeCsvPieces } from '../platform/files/csv-pieces.ts';
import { lagosTime, readRange } from '../platform/files/report-range.ts';
import { isId } from '../platform/identifiers.ts';
import { createPlaces } from '../platform/places.ts';
import { readSearch } from '../platform/search-pattern.ts';
import { ADMIN_WORDS } from './activity.ts';
import { readPageSize } from './page-size.ts';

/** How the acts of a kind begin: the part of their name before the first dash. */
const KIND_PARTS: Readonly<Record<AuditKind, readonly string[]>> = {
  orders: ['order'],
  payouts: ['payout'],
  deposits: ['deposit', 'suspense', 'payment', 'debt'],
  refunds: ['refund'],
  people: ['user', 'invitation', 'proposal'],
  recovery: ['transfer', 'fence'],
  treasury: ['treasury', 'network'],
};

/** The acts of a kind. Pure. */
export const actionsOf = (kind: AuditKind): AdminActionType[] =>
  ADMIN_ACTIONS.filter((action) => KIND_PARTS[kind].includes(action.slice(0, action.indexOf('-'))));

interface AuditInput {
  readonly by?: UserId | undefined;
  readonly kind?: AuditKind | undefined;
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function readFilter({ by, kind, search = '', from, to }: AuditInput): ActFilter {
  if (by !== undefined && !isId(by)) throw ruleBroken('The administrator is named by the id of a user.');
  const typed = search.trim().toLowerCase();
  const isThing = isId(typed);
  return {
    by: by ?? null,
    actions: kind === undefined ? null : actionsOf(kind),
    thing: isThing ? typed : null,
    pattern: isThing ? null : readSearch(typed).pattern,
    from: from === undefined ? null : readRange({ from, to: from }).start,
    to: to === undefined ? null : readRange({ from: to, to }).end,
  };
}

/** A page of the acts that fit, newest first. Throws 422 for a text that is not a day, and for an administrator that is no id. */
export async function listAudit(
  { database }: { database: Connection },
  { before, limit, ...input }: AuditInput & { before?: string | undefined; limit?: string | undefined },
): Promise<{ data: Act[]; next: string | null }> {
  const size = readPageSize(limit);
  const from = before !== undefined && isId(before) ? before : null;
  const found = await listActs(database, readFilter(input), { before: from, limit: size + 1 });
  const data = found.slice(0, size).map(presentAct);
  return { data, next: found.length > size ? (data.at(-1)?.id ?? null) : null };
}

function presentAct(act: RecordedAct): Act {
  const { id, at, adminId, adminName, action, userId, userName, email, orderId, reason, number } = act;
  return {
    id,
    at: at.toISOString(),
    by: { id: adminId, name: adminName },
    action,
    text: ADMIN_WORDS[action],
    about: { id: userId, name: userName, email },
    orderId,
    reason,
    number: number === null ? null : Number(number),
  };
}

const HEADINGS = [
  'Number',
  'Time (Lagos)',
  'Administrator',
  'Act',
  'Name of the act',
  'About',
  'E-mail',
  'Order',
  'Reason',
  'Id',
  'Hash',
];

/** Acts that are held at a time. */
const PAGE = 1_000;
const PLACES = { most: 2, mostOfHolder: 1 };
const LONGEST_MS = 30 * 60_000;

/**
 * Makes what sends all acts that fit, newest first, as CSV that is read as it is sent: one file of a person's at a time, else 429, and
 * 503 while too many are. Throws as `listAudit`.
 */
export function createAuditFile({ database, page = PAGE }: { database: Connection; page?: number }) {
  const takePlace = createPlaces(PLACES, {
    tooMany: 'Another file of yours is being written just now. Please wait until you have it.',
    full: 'Other files are being written just now. Please try again in a few seconds.',
  });
  return (holder: UserId, input: AuditInput): AsyncGenerator<string> =>
    writeCsvPieces(takePlace, {
      holder,
      headings: HEADINGS,
      open: async () => readLines(database, readFilter(input), page),
      longestMs: LONGEST_MS,
    });
}

async function* readLines(database: Connection, filter: ActFilter, limit: number): AsyncGenerator<Cell[][]> {
  for (let before: string | null | undefined = null; before !== undefined;) {
    const found: RecordedAct[] = await listActs(database, filter, { before, limit });
    yield found.map(fileLine);
    before = found.length < limit ? undefined : found.at(-1)?.id;
  }
}

const fileLine = (act: RecordedAct): Cell[] => [
  act.number === null ? '' : { decimal: String(act.number) },
  lagosTime(act.at.toISOString()),
  act.adminName,
  ADMIN_WORDS[act.action],
  act.action,
  act.userName,
  act.email,
  act.orderId ?? '',
  act.reason ?? '',
  act.id,
  act.hash ?? '',
];
