import type { Manifest } from './manifest.ts';
import { BackupRefused } from './refused.ts';

/** The size of a backup, as a sentence for the operator. Pure. */
export function describeSize({ tables }: Pick<Manifest, 'tables'>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${size}, ${rows.toLocaleString('en-US')} rows of ${tables.length} tables`;
}

/** A time to the minute, as text for the operator. Pure. */
export const describeMinute = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

/** Refusals, and the system's errors about files (disk full, no permission, no such folder) as a sentence. Pure. */
export const isSaidOfFiles = (error: Error): boolean => error instanceof BackupRefused || 'syscall' in error;
