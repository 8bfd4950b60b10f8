import { createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { shorten } from './lines.mjs';
import { say } from './steps.mjs';

/** A log larger than this is renamed at the next start; one older log is kept. */
const LARGEST_BYTES = 20_000_000;

/**
 * Opens `logs/server.log` in the data folder: every line goes there, warnings and errors in short also to the terminal.
 * @param {string} dataDir
 * @returns {Promise<{ file: string, print: (line: string) => void }>}
 */
export async function openServerLog(dataDir) {
  const folder = join(dataDir, 'logs');
  const file = join(folder, 'server.log');
  await mkdir(folder, { recursive: true });
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LARGEST_BYTES) await rename(file, `${file}.1`);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A full disk must not end the server.
  stream.on('error', () => {});
  return {
    file,
    print: (line) => {
      stream.write(`${line}\n`);
      const short = shorten(line);
      if (short !== undefined) say(`server   ${short}`);
    },
  };
}
