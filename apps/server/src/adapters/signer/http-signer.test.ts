// The server gives its secret and its plans only to a signer whose certificate comes from the operator's own authority, where one
// is set, and is for the signer's address; what stands in the way is a sentence for the page.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createHttpSigner } from './http-signer.ts';

const KEY = 'a secret of thirty-two letters or more';
let folder: string;
const path = (name: string): string => join(folder, name);
const pem = (name: string): string => readFileSync(path(name), 'utf8');
const openssl = (...words: string[]): unknown => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });

/** An authority of its own, and a certificate that it gives for a name. */
function issue(authority: string, name: string, subject: string): void {
  const fresh = ['-newkey', 'rsa:2048', '-nodes', '-subj'];
  openssl(
    'req',
    '-x509',
    ...fresh,
    `/CN=${authority}`,
    '-days',
    '2',
    '-keyout',
    `${authority}.key`,
    '-out',
    `${authority}.pem`,
  );
  openssl('req', ...fresh, `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
  writeFileSync(path('names'), `subjectAltName=${subject}\n`);
  const from = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial', '-extfile', 'names'];
  openssl('x509', '-req', '-in', `${name}.csr`, ...from, '-days', '2', '-out', `${name}.pem`);
}

let server: Server | undefined;
const asked: (string | undefined)[] = [];
let answer: { status: number; text: string };
const listener: RequestListener = (request, response) => {
  asked.push(request.headers.authorization);
  request.resume().once('end', () => response.writeHead(answer.status).end(answer.text));
};
async function listen(name: string | null): Promise<string> {
  const made =
    name === null
      ? createServer(listener)
      : createSecureServer({ cert: pem(`${name}.pem`), key: pem(`${name}.key`) }, listener);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `${name === null ? 'http' : 'https'}://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kobogate-signer-'));
  issue('ours', 'signer', 'IP:127.0.0.1');
  issue('other', 'elsewhere', 'DNS:signer.example');
});
afterEach(async () => {
  asked.length = 0;
  await new Promise((resolve) => server?.close(resolve));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a signer with a certificate of the operator’s authority is asked, with the secret', async () => {
  const url = await listen('signer');
  answer = { status: 200, text: 'signed' };
  expect(await createHttpSigner({ url, key: KEY, ca: pem('ours.pem') }).sign('a plan')).toEqual({ signed: 'signed' });
  expect(asked).toEqual([`Bearer ${KEY}`]);
});

test('without that authority, with another one, or for another address, the secret is not sent', async () => {
  const untrusted = /certificate is not trusted.*Nothing was swept/;
  const url = await listen('signer');
  for (const ca of [null, pem('other.pem')]) {
    await expect(createHttpSigner({ url, key: KEY, ca }).sign('a plan')).rejects.toThrow(untrusted);
  }
  await new Promise((resolve) => server?.close(resolve));
  const elsewhere = await listen('elsewhere');
  const wrongName = createHttpSigner({ url: elsewhere, key: KEY, ca: pem('other.pem') });
  await expect(wrongName.sign('a plan')).rejects.toThrow(untrusted);
  expect(asked).toEqual([]);
});

test('a refusal is answered in its words; any other answer, another address, or none, is a fault', async () => {
  const url = await listen(null);
  const signer = createHttpSigner({ url, key: KEY, ca: null });
  answer = { status: 422, text: '{"message":"The day’s limit."}' };
  expect(await signer.sign('a plan')).toEqual({ refusal: 'The signer refuses: The day’s limit.' });
  for (const status of [302, 401, 422, 500]) {
    answer = { status, text: 'nonsense' };
    await expect(signer.sign('a plan')).rejects.toThrow(`HTTP status ${status}. Nothing was swept.`);
  }
  await new Promise((resolve) => server?.close(resolve));
  await expect(signer.sign('a plan')).rejects.toThrow('can not be reached');
});
