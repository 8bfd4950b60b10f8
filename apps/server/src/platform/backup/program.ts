import { runProgram, say } from '../program.ts';
import type { Manifest } from './manifest.ts';
import { BackupRefused } from './refused.ts';

/** How much a backup holds, for a person. Pure. */
export function describeSize({ tables }: Pick<Manifest, 'tables'>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${size}, ${rows.toLocaleString('en-US')} rows of ${tables.length} tables`;
}

/** A moment to the minute, for a person. Pure. */
export const describeMinute = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

/** As `runProgram`: refusals and what the system says of files are said in a sentence too, and `usage` where the arguments are wrong. */
export function runBackupProgram(usage: string, work: () => Promise<number>): Promise<void> {
  const orUsage = async (): Promise<number> => {
    try {
      return await work();
    } catch (error) {
      if (!isArguments(error)) throw error;
      say(`${error.message}\n\n${usage}`);
      return 1;
    }
  };
  // The system's own words: no room, no right, no such folder.
  return runProgram(orUsage, (error) => error instanceof BackupRefused || 'syscall' in error);
}

const isArguments = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('ERR_PARSE_ARGS');
