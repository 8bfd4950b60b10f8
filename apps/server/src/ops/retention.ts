import { parseArgs } from 'node:util';
import { dateText, dateTimeText, RETENTION_BOUNDS, type Retention, type RetentionKind } from '@kobogate/contract';
import { type AgingKind, erasePast, MOST_COUNTED, type RetentionView, viewRetention } from '../admin/index.ts';
import { readOtherKeys, readSecretsKey } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import { ERASED_ELSEWHERE } from '../rooms.ts';
import type { Command } from './command.ts';
import { openBooks } from './open-books.ts';

const USAGE = `Says for each kind of record how long it is kept, what is past that time, when the servers' daily task last erased some, and what is held back and why. It changes nothing, and may run beside the servers.

  npm run ops -- retention [--now]

  --now   erases what is past its time, as the daily task of a server with the role “worker” does, and is recorded as that: once a day (of Lagos) and kind, in small commits, not while the clock is in doubt; a call that broke off, or is repeated, goes on where it was

The times are set under Settings, “How long data is kept”. Ends with 1 where --now erased nothing because of the clock.`;

/** The kinds as under Settings, “What was erased”. */
const NAMES: Readonly<Record<RetentionKind, string>> = {
  closed: 'Closed accounts',
  'sign-ins': 'Network addresses and devices of sign-ins',
  notices: 'Notices and text messages',
  payers: 'What payers gave',
  books: 'Names and accounts in the books',
};

const [LEAST_YEARS] = RETENTION_BOUNDS.booksYears;

/** The period in force, in words. */
const PERIODS: Readonly<Record<RetentionKind, (kept: Retention) => string>> = {
  closed: ({ closedDays }) => `${closedDays} days after the closing`,
  'sign-ins': ({ signInDays }) => `${signInDays} days after their last use`,
  notices: ({ noticeDays }) => `${noticeDays} days`,
  payers: ({ payerDays }) => `${payerDays} days after the payment's time`,
  books: ({ booksYears }) => `${booksYears} years after the year's end`,
};

/** Why something that is past its time stays, by the reason that the rooms name. */
const REASONS: Readonly<Record<string, string>> = {
  coins: 'closed accounts: coins came that wait for a decision (Refunds, “Coins for closed accounts”)',
  refund: 'closed accounts: a refund is under way',
  payout: 'closed accounts: a payout is under way, or came back',
  owes: 'closed accounts: they owe coins',
  order: 'orders: not settled yet',
  law: `erased accounts: the law keeps account and name of their orders for ${LEAST_YEARS} years at least`,
  account: 'payout accounts: still in use',
  transfer: 'transfers found after a restore: not decided on, or still owed (/admin/recovery)',
};

const SHORTER =
  'What is kept for a fixed time of at most 30 days (sessions, codes, unfinished sign-ups, held rates, webhook events, unsent mails) is erased by the servers every hour; docs/privacy.md has each.';

async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { now: { type: 'boolean', default: false } } });
  const environment = readSecrets(process.env);
  const log = createLog('silent');
  const database = await openBooks(
    {
      databaseUrl: environment['DATABASE_URL'] || undefined,
      dataDir: environment['DATA_DIR'] || '.data',
      secretsKey: readSecretsKey(environment),
      otherSecretsKeys: readOtherKeys(environment),
    },
    log,
  );
  const dependencies = { ...ERASED_ELSEWHERE, database, log, clock: database.clock };
  try {
    const before = await viewRetention(dependencies);
    if (!values.now) {
      for (const line of describeRetention(before)) say(line);
      return 0;
    }
    await erasePast(dependencies);
    const after = await viewRetention(dependencies);
    for (const line of describeRetention(after)) say(line);
    say('');
    say(describeOutcome(before, after));
    return after.waitsUntil === null ? 0 : 1;
  } finally {
    await database.close();
  }
}

const dayText = (moment: Date | null): string => (moment === null ? '–' : dateText(moment.toISOString()));
const momentText = (moment: Date): string => dateTimeText(moment.toISOString());
const countText = (count: number): string => (count >= MOST_COUNTED ? `${MOST_COUNTED} or more` : String(count));

/** What the operator reads, line by line. Pure. */
export function describeRetention({ now, retention, kinds, seenAt, waitsUntil }: RetentionView): string[] {
  const rows = kinds.map((each) => [
    NAMES[each.kind],
    PERIODS[each.kind](retention),
    dayText(each.cutoff),
    countText(each.past.count),
    dayText(each.past.oldest),
    describeLast(each),
  ]);
  const held = kinds.flatMap(({ past }) => Object.entries(past.held));
  return [
    `How long data is kept, and what is past its time at ${momentText(now)}:`,
    '',
    ...table([['what', 'kept for', 'past its time before', 'past it', 'the oldest', 'last erased'], ...rows]),
    '',
    held.length === 0 ? 'Nothing is held back.' : 'Held back:',
    ...held.map(
      ([reason, { count, oldest }]) =>
        `  ${countText(count)} ${REASONS[reason] ?? reason}; the oldest ${dayText(oldest)}`,
    ),
    '',
    SHORTER,
    seenAt === null
      ? 'The daily task has not run yet: a server with the role “worker” runs it every hour.'
      : `The daily task last looked at ${momentText(seenAt)}.`,
    ...(waitsUntil === null
      ? []
      : [
          `The clock is in doubt, so nothing is erased until ${momentText(waitsUntil)}: it moved by more than three days since the last look. Put it right if it is wrong (docs/privacy.md).`,
        ]),
  ];
}

/** The last time when there was something, and whether the task was there since. */
function describeLast({ newest, erasing }: AgingKind): string {
  const last = newest?.finishedAt === null ? newest : (erasing ?? newest);
  if (last === null) return 'never';
  if (last.finishedAt === null) return `${last.day}: ${last.erased} so far, goes on`;
  const since = newest !== null && newest.day > last.day ? `; none up to ${newest.day}` : '';
  return `${momentText(last.finishedAt)}: ${last.erased}${since}`;
}

/** What `--now` did, in one sentence. Pure. */
export function describeOutcome(before: RetentionView, after: RetentionView): string {
  if (after.waitsUntil !== null) return 'Nothing was erased, because the clock is in doubt.';
  if (before.isDoneToday) {
    return 'Today’s run was finished before, so nothing was erased: what is past its time since goes with tomorrow’s.';
  }
  const left = after.kinds.reduce((sum, { past }) => sum + past.count, 0);
  return left === 0
    ? 'Erased: nothing is past its time any more.'
    : `Erased. ${left} that have passed their time since then go with the next run.`;
}

/** Columns that are as wide as their widest text. Pure. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}

/** `npm run ops -- retention`. */
export const command: Command = { usage: USAGE, run };
