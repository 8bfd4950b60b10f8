import { Refusal } from './steps.mjs';
import { startTestHelper } from './test-helper.mjs';

/**
 * Starts the PostgreSQL 15 that stands for an operator's own, unless the environment names one. `stop` ends it.
 * @param {import('./commands.mjs').Guard} [guard]
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function externalPostgres(guard) {
  const given = process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: async () => {} };
  const { firstLine, stop } = startTestHelper('tests/support/postgres-15.ts', { guard });
  const url = await firstLine;
  if (url === undefined) throw new Refusal('PostgreSQL 15 did not start; its output is above.');
  return { url, stop };
}
