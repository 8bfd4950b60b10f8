import { join } from 'node:path';
import { z } from 'zod';
import { readJson, writeWhole } from './platform/files.ts';

const LockFile = z.object({ pid: z.number().int() });

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Claims a data folder for this process. Throws a sentence where another sandbox runs on it: two would end each other's
 * nodes. The claim of a process that is gone counts for nothing.
 */
export function claimFolder(dataDir: string): void {
  const file = join(dataDir, 'sandbox', 'lock.json');
  const other = readJson(file, LockFile)?.pid;
  if (other !== undefined && other !== process.pid && isRunning(other)) {
    throw new Error(`Process ${other} runs a sandbox in ${dataDir} already. Stop it, or set DATA_DIR.`);
  }
  writeWhole(file, JSON.stringify({ pid: process.pid }));
}

/** Gives the folder back. */
export function releaseFolder(dataDir: string): void {
  writeWhole(join(dataDir, 'sandbox', 'lock.json'), JSON.stringify({ pid: 0 }));
}
