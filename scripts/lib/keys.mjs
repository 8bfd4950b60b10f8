import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { endWithUs } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';

/**
 * Runs the key tool at this terminal: it asks for secrets, which no other program sees. Answers its exit code.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function runKeys(args) {
  await ensureInstalled('product');
  await build(['keys']);
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [inRoot('apps/keys/dist/kobogate-keys.mjs'), ...args], {
      stdio: 'inherit',
      cwd,
    });
    endWithUs(child);
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
