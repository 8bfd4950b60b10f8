import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Letters and digits that can't be mistaken for one another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/**
 * The sample admin's password on this data folder: made once (80 bits), kept in a file that only its owner can read.
 * @param {string} dataDir
 * @returns {Promise<string>}
 */
export async function sampleAdminPassword(dataDir) {
  const file = join(dataDir, 'admin-password');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept !== '') return kept;
  const made = [group(), group(), group(), group()].join('-');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}
