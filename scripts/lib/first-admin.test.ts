// A start prints a password of the first administrator only where it is the one: on a database that has another, such as a restored one, it
// says so.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFirstAdmin, signOut } from './first-admin.mjs';

let folder: string;
let server: Server;
let api: string;
/** What the product's database has for the account. */
let stored: { password: string; hasSecondFactor: boolean };
let isBusy: boolean;
let sessions: Set<string>;
beforeEach(async () => {
  vi.stubEnv('ADMIN_EMAIL', '');
  vi.stubEnv('ADMIN_PASSWORD', '');
  folder = await mkdtemp(join(tmpdir(), 'kobogate-first-admin-'));
  stored = { password: 'of-the-backup', hasSecondFactor: false };
  isBusy = false;
  sessions = new Set();
  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const part of request) text += String(part);
    const answer = (status: number, data: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message: 'said', data }));
    };
    if (request.url === '/api/auth/logout') {
      sessions.delete(String(request.headers.authorization));
      return answer(200, {});
    }
    if (isBusy) return answer(429, {});
    if (JSON.parse(text).password !== stored.password) return answer(401, {});
    if (stored.hasSecondFactor) return answer(200, { secondFactor: {} });
    sessions.add('Bearer one');
    return answer(200, { token: 'one' });
  };
  server = createServer((request, response) => void answerTo(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  api = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/api`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.close();
  await rm(folder, { recursive: true });
});

test('[H-7] the password that was made for the folder is printed where the account has it, also behind a second factor', async () => {
  expect((await findFirstAdmin(api, folder)).token).toBeUndefined();
  stored.password = (await readFile(join(folder, 'admin-password'), 'utf8')).trim();
  const found = await findFirstAdmin(api, folder);
  expect(found).toEqual({ email: 'admin@kobogate.test', password: stored.password, token: 'one' });
  await signOut(api, 'one');
  expect(sessions).toEqual(new Set());
  stored.hasSecondFactor = true;
  expect(await findFirstAdmin(api, folder)).toEqual({ ...found, token: undefined });
});

test('[H-7] on a restored database the password is said to be the backup’s, and the one of the folder is not printed', async () => {
  const { password, token } = await findFirstAdmin(api, folder);
  expect(token).toBeUndefined();
  expect(password).toContain('of the backup where one was restored');
  expect(password).toContain('not the one in admin-password of DATA_DIR');
  expect(password).not.toContain((await readFile(join(folder, 'admin-password'), 'utf8')).trim());
});

test('[H-7] an ADMIN_PASSWORD is never printed, and said to be another where it is', async () => {
  vi.stubEnv('ADMIN_EMAIL', 'me@shop.example');
  vi.stubEnv('ADMIN_PASSWORD', 'mine-alone');
  const other = await findFirstAdmin(api, folder);
  expect(other).toMatchObject({ email: 'me@shop.example', token: undefined });
  expect(other.password).toMatch(/backup.*not the ADMIN_PASSWORD that you set/);
  stored.password = 'mine-alone';
  expect(await findFirstAdmin(api, folder)).toMatchObject({
    password: 'the ADMIN_PASSWORD that you set',
    token: 'one',
  });
});

test('[H-7] an answer that says nothing of the password is no reason to doubt it', async () => {
  isBusy = true;
  const { password, token } = await findFirstAdmin(api, folder);
  expect([password, token]).toEqual([(await readFile(join(folder, 'admin-password'), 'utf8')).trim(), undefined]);
});
