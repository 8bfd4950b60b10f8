import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * What distinguishes the process of this id from a later one with the same id: its start time and its command.
 * Undefined where no such process runs.
 * @param {number} pid
 * @returns {Promise<string | undefined>}
 */
export async function identityOf(pid) {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // proc(5): the fields after the name in parentheses are the 3rd and following; 3 is the state, 22 the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${fields[19]} ${command.replaceAll('\0', ' ').trim()}`;
  } catch {
    if (process.platform === 'linux') return undefined;
  }
  const answer = await promisify(execFile)('ps', ['-ww', '-o', 'lstart=,args=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return answer?.stdout.trim() || undefined;
}

/**
 * The parent process of this id; 0 where it can't be known.
 * @param {number} pid
 * @returns {Promise<number>}
 */
export async function parentOf(pid) {
  // proc(5): the parent is the 4th field, the 2nd after the name in parentheses. At once, where a program takes a busy machine seconds.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const known = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
  if (known > 0 || process.platform === 'linux') return known;
  const answer = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)]).catch(() => undefined);
  return Number(answer?.stdout.trim() || 0);
}
