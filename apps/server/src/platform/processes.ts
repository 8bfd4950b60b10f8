import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';
import { newId } from './identifiers.ts';

/** Whether a process with this id exists, also one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Where this process's id means something: one boot of one kernel, and in it one namespace of process ids, as a container has
 * its own (man 7 pid_namespaces). Empty on systems that do not say.
 */
function readPidSpace(): string {
  try {
    const words = [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'), readlinkSync('/proc/self/ns/pid')];
    return createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 12);
  } catch {
    return '';
  }
}

const OWN_SPACE = readPidSpace();
const NAME = /-(?<pid>\d+)-(?<space>[0-9a-f]{12})-[0-9a-f-]{36}$/;

/** A name for this process that no other one has, also not after it: host, process id, where that id holds, and a new id. */
export const nameProcess = (): string => `${hostname()}-${process.pid}-${OWN_SPACE}-${newId()}`;

/**
 * Whether the process with this name has certainly ended: it ran where this process runs, and its id is no process's now.
 * False where that can't be known, as of another machine or container.
 */
export function hasEnded(name: string): boolean {
  const { pid, space } = NAME.exec(name)?.groups ?? {};
  return pid !== undefined && space === OWN_SPACE && !isAlive(Number(pid));
}
