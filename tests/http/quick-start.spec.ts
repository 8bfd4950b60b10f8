// The quick start keeps its promise: its commands, taken off the page and run one after the other in an empty folder, end in a
// payment that is paid, within the five minutes that it names.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@kobogate/contract';
import { giveBankAccount } from '../support/customer.ts';
import { send } from '../support/http.ts';
import { adminToken, makeApiKey } from '../support/people.ts';
import { ADMIN } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';

const FIVE_MINUTES = 5 * 60_000;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const COMMANDS = /data-example="quick-[^"]+".*?<pre data-language="bash"[^>]*><code>(?<code>.*?)<\/code>/gs;

test('the commands of the quick start lead from a key to a paid payment', async ({ product }, { annotations }) => {
  test.setTimeout(FIVE_MINUTES);
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-quick-'));
  try {
    // What step 1 asks of a person.
    const token = await adminToken(product.call);
    const { data: account } = await product.call(endpoints.bankAccounts.getMine, { token });
    // Another test of this product may have given the administrator one.
    if (account === null) await giveBankAccount(product, token);
    const scopes = ['links:write' as const, 'payments:write' as const, 'payments:read' as const];
    const key = await makeApiKey(product.call, token, scopes, ADMIN.password);
    const page = await send('GET', `${product.origin}/developers/quick-start`, { headers: { accept: 'text/html' } });
    for (const scope of scopes) expect(page.text).toContain(scope);
    const commands = [...page.text.matchAll(COMMANDS)].map(({ groups }) =>
      (groups?.['code'] ?? '').replaceAll(/&([\w#]+);/g, (_all, name: string) => ENTITIES[name] ?? '?'),
    );
    expect(commands).toHaveLength(5);
    // The three values that the page has the reader put in.
    const script = commands
      .join('\n')
      .replace('"https://pay.example"', `"${product.origin}"`)
      .replace('"kobo_live_…"', `"${key}"`)
      .replace('"http://localhost:3001"', `"${product.sandbox.base}"`);
    const started = Date.now();
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
      timeout: FIVE_MINUTES,
    });
    annotations.push({
      type: 'seconds from the key to the paid payment',
      description: String((Date.now() - started) / 1000),
    });
    expect(stdout).toMatch(/Send \S+ USDT on .+ to \S+/);
    expect(stdout).toContain(`or open ${product.origin}`);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^tea-1 paid /);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
