import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** The databases of a whole run take a tenth of it; the rest is for a browser and for what else the machine does. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** @type {(folder: string) => boolean} whether programs may be started from there: some systems forbid it in memory */
function runsPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** @type {(parent: string) => string} a new folder that the databases’ own user may enter */
function makeIn(parent) {
  const folder = mkdtempSync(join(parent, 'kobogate-tests-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** @returns {string | undefined} */
function makeInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ENOUGH_BYTES) return undefined;
    const folder = makeIn(MEMORY);
    if (runsPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // A system without shared memory has its disk.
  }
  return undefined;
}

/**
 * Makes the folder in which a test run keeps its temporary files: in memory where the system has enough, as hundreds of databases are
 * made and removed (a fifth of the run's time on a disk). The caller has it removed.
 * @returns {string} its path
 */
export function makeTestFolder() {
  return makeInMemory() ?? makeIn(tmpdir());
}
