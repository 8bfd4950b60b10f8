import { execFileSync } from 'node:child_process';
import { readIfPresent } from './files.ts';

/** The command line of a running process, or an empty text where there is none with this id. */
export function commandOf(pid: number): string {
  const listed = readIfPresent(`/proc/${pid}/cmdline`);
  if (listed !== undefined) return listed.replaceAll('\0', ' ');
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
