import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson, writeWhole } from './platform/files.ts';
import { commandOf } from './platform/process.ts';

const Lock = z.object({ pid: z.number().int().positive(), command: z.string() });
const lockFile = (dataDir: string): string => join(dataDir, 'sandbox', 'lock.json');

/**
 * Claims a data folder for this process. Throws a sentence where another sandbox runs on it: two would end each other's
 * nodes. The claim of a process that has ended is ignored, even where another program has its id.
 */
export function claimFolder(dataDir: string): void {
  const other = readJson(lockFile(dataDir), Lock);
  if (other !== undefined && other.pid !== process.pid && commandOf(other.pid) === other.command) {
    throw new Error(`Process ${other.pid} runs a sandbox in ${dataDir} already. Stop it, or set DATA_DIR.`);
  }
  writeWhole(lockFile(dataDir), JSON.stringify({ pid: process.pid, command: commandOf(process.pid) }));
}

/** Releases the folder. */
export function releaseFolder(dataDir: string): void {
  rmSync(lockFile(dataDir), { force: true });
}
