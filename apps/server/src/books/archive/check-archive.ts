import { checkChain, type CheckedLines, type MonthSealer, type SealedMonth } from '../../ledger/index.ts';
import { checkMonthFile } from './month-file.ts';

/** What a file of a month is, checked by itself. */
export interface CheckedFile {
  readonly path: string;
  readonly closed: SealedMonth | null;
  readonly differences: readonly string[];
}

/**
 * Checks files of months by themselves and as a chain, oldest first, without a database: form, hashes, sums, and that each begins with the
 * balances with which the one before ends. Seals are compared where there is a sealer.
 */
export async function checkMonthFiles(paths: readonly string[], sealer: MonthSealer | null): Promise<CheckedFile[]> {
  const checked: (CheckedLines & { path: string })[] = [];
  for (const path of paths) checked.push({ path, ...(await checkMonthFile(path)) });
  const read = checked.flatMap((file) => (file.closed === null ? [] : [{ ...file, closed: file.closed }]));
  return checked.map(({ path, closed, opening, differences }) => {
    const at = read.findIndex((each) => each.path === path);
    const before = read[at - 1]?.closed;
    const isLinked = closed === null || before === undefined || opening === before.balances;
    return {
      path,
      closed,
      differences: [
        ...differences,
        ...(closed === null
          ? []
          : checkChain(before === undefined ? [closed] : [before, closed], sealer).filter(isOf(closed))),
        ...(isLinked
          ? []
          : [`closed-month: ${closed.month} does not begin with the balances with which ${before.month} ends`]),
      ],
    };
  });
}

/** The month before has its own line of the report. */
const isOf =
  ({ month }: SealedMonth) =>
  (sentence: string): boolean =>
    sentence.startsWith(`closed-month: ${month} `) || sentence.includes(` and ${month} a month is missing`);

/** How files and the rows of a database differ, a sentence for each. Pure. */
export function compareWithRows(files: readonly CheckedFile[], rows: readonly SealedMonth[]): string[] {
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return files.flatMap(({ path, closed }) => {
    if (closed === null) return [];
    const row = byMonth.get(closed.month);
    if (row === undefined) {
      return [
        `closed-month: ${path} is of a month that this database has not closed: the database was put back to an earlier state, or is another one`,
      ];
    }
    return row.digest === closed.digest && row.seal === closed.seal
      ? []
      : [`closed-month: ${path} is not what this database has closed as ${closed.month}`];
  });
}
