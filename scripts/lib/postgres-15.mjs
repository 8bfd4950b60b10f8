import { spawn } from 'node:child_process';
import { inRoot } from './paths.mjs';
import { Refusal } from './steps.mjs';

/**
 * Starts the PostgreSQL 15 that stands for an operator's own, unless the environment names one. `stop` ends it.
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function externalPostgres() {
  const given = process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: () => {} };
  const child = spawn(process.execPath, [inRoot('node_modules/tsx/dist/cli.mjs'), 'tests/support/postgres-15.ts'], {
    cwd: inRoot(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
      text += part;
      if (text.includes('\n')) resolve(text.trim());
    });
    child.once('exit', () => reject(new Refusal('PostgreSQL 15 did not start; its words stand above.')));
  });
  return { url, stop: () => child.stdin.end() };
}
