import {
  checkChain,
  type ClosedMonth,
  endLine,
  findLastBatch,
  findSettledBatch,
  insertClosedMonth,
  type KeptMonth,
  listClosedMonths,
  listOpenMonths,
  type MonthSealer,
  readMonth,
  type SealedMonth,
  sealMonth,
} from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import { ArchiveRefused, checkMonthFile, fileOf, isFileThere, removeUnfinished, writeMonthFile } from './month-file.ts';

/** What was done for a month. */
export interface ArchivedMonth {
  readonly closed: KeptMonth;
  readonly file: string;
  /** Closed and written; closed from a file that a run before had written; written again; or all of it was there. */
  readonly outcome: 'closed' | 'taken-from-file' | 'written-again' | 'there';
}

/**
 * Closes every month that has ended, up to `until`, and writes each closed one to a file of its own in `folder`, oldest first.
 * The file comes first and then its row, so that a run which breaks off is repeated: what is there is compared, and never
 * replaced. Throws `ArchiveRefused`, and changes nothing of that month, if entries are not what was closed, if the month's
 * books are not sound, or if a file is of another database or of a later state of this one.
 */
export async function* archiveMonths(
  { database, now, sealer }: { database: Database; now: Date; sealer: MonthSealer },
  { folder, until }: { folder: string; until: string },
): AsyncGenerator<ArchivedMonth> {
  const months = await listClosedMonths(database);
  const faults = checkChain(months, sealer);
  if (faults.length > 0) {
    throw new ArchiveRefused(
      `DIFFERENCE: the closed months are not what was kept, and nothing was done.\n${faults.join('\n')}`,
    );
  }
  for (const closed of months) if (closed.month <= until) yield await keepFile({ database, now }, closed, folder);
  let newest = months.at(-1) ?? null;
  const open = await listOpenMonths({ database, now }, { newest, until });
  if (open.length === 0) return;
  const settled = await findSettledBatch(database);
  for (const month of open) {
    const made = await closeMonth({ database, now, sealer }, { month, newest, settled, folder });
    newest = made.closed;
    yield made;
  }
}

/** Writes the file of a closed month again where it is not there. One that is there has to be the month's: its lines are read. */
async function keepFile(
  { database, now }: { database: Database; now: Date },
  closed: KeptMonth,
  folder: string,
): Promise<ArchivedMonth> {
  const file = fileOf(folder, closed.month);
  await removeUnfinished(file, now);
  if (await isFileThere(file)) {
    const found = await readSoundFile(file);
    const isSame = found.digest === closed.digest && found.seal === closed.seal;
    requireSame(isSame, file, 'does not have what was closed in this database');
    return { closed, file, outcome: 'there' };
  }
  await writeMonthFile(file, async (takeLine) => {
    const { closed: read } = await readMonth(database.patient, closed, takeLine);
    if (read.digest !== closed.digest) throw changed(closed.month);
    await takeLine(endLine(closed));
  });
  return { closed, file, outcome: 'written-again' };
}

const changed = (month: string): ArchiveRefused =>
  new ArchiveRefused(
    `DIFFERENCE: the entries of ${month} are not what they were when the month was closed. Nothing was written. The command “verify-ledger” says where; keep all files and backups until it is clear who changed the database.`,
  );

interface Closing {
  readonly month: string;
  readonly newest: SealedMonth | null;
  readonly settled: bigint;
  readonly folder: string;
}

async function closeMonth(
  { database, now, sealer }: { database: Database; now: Date; sealer: MonthSealer },
  { month, newest, settled, folder }: Closing,
): Promise<ArchivedMonth> {
  const file = fileOf(folder, month);
  const place = { month, after: newest?.last ?? 0n, before: newest?.digest ?? null };
  await removeUnfinished(file, now);
  if (await isFileThere(file)) {
    const closed = await readSoundFile(file);
    await requireOfThisDatabase({ database, sealer }, { closed, file, settled, ...place, newest });
    return { closed: await keepRow(database, closed), file, outcome: 'taken-from-file' };
  }
  const last = await findLastBatch(database, month, { after: place.after, settled });
  const closed = await writeMonthFile(file, async (takeLine) => {
    const { closed: read, sums } = await readMonth(database.patient, { ...place, last }, takeLine);
    const differences = [
      ...(newest === null || sums.opening === newest.balances
        ? []
        : [`closed-month: the accounts' entries up to the end of ${newest.month} are not what was closed`]),
      ...sums.differences,
    ];
    if (differences.length > 0) {
      throw new ArchiveRefused(
        `DIFFERENCE: the books of ${month} are not sound, and the month was not closed.\n${differences.join('\n')}`,
      );
    }
    const sealed = sealMonth(read, sealer);
    await takeLine(endLine(sealed));
    return sealed;
  });
  return { closed: await keepRow(database, closed), file, outcome: 'closed' };
}

/** Keeps the row, and answers it; throws where another run has closed the month otherwise. */
async function keepRow(database: Database, closed: SealedMonth): Promise<KeptMonth> {
  await insertClosedMonth(database, closed);
  const kept = (await listClosedMonths(database)).find(({ month }) => month === closed.month);
  if (kept?.digest !== closed.digest) {
    throw new ArchiveRefused(`${closed.month} was closed by another run just now. Run this again.`);
  }
  return kept;
}

async function readSoundFile(file: string): Promise<SealedMonth> {
  const { closed, differences } = await checkMonthFile(file);
  if (closed === null || differences.length > 0) {
    throw new ArchiveRefused(
      `${file} is torn or was altered, and was left as it is. Move it away, and run this again.\n${differences.join('\n')}`,
    );
  }
  return closed;
}

/** A file without a row is of a run that broke off before the row, or of a state that this database does not have. */
async function requireOfThisDatabase(
  { database, sealer }: { database: Database; sealer: MonthSealer },
  {
    closed,
    file,
    settled,
    newest,
    ...place
  }: Pick<ClosedMonth, 'month' | 'after' | 'before'> & {
    closed: SealedMonth;
    file: string;
    settled: bigint;
    newest: SealedMonth | null;
  },
): Promise<void> {
  const goesOn = closed.month === place.month && closed.after === place.after && closed.before === place.before;
  requireSame(
    goesOn,
    file,
    `does not go on where the closed months of this database end (${newest?.month ?? 'it has none'})`,
  );
  requireSame(
    closed.last <= settled,
    file,
    `ends with batch ${closed.last}, and the newest batch of this database is ${settled}`,
  );
  const { closed: read } = await readMonth(database.patient, closed);
  requireSame(read.digest === closed.digest, file, 'has other entries than this database');
  requireSame(sealer.isGenuine(closed, closed.seal), file, 'is not sealed with this SECRETS_KEY');
}

function requireSame(isSame: boolean, file: string, difference: string): void {
  if (isSame) return;
  throw new ArchiveRefused(
    `DIFFERENCE: ${file} ${difference}. It is of another database, or of a later state of this one: a database that was put back to an earlier state has lost what was closed since. The file was left as it is, and no month was closed. Keep it with the backups, and archive into another folder (--to) once the recovery has ended.`,
  );
}
