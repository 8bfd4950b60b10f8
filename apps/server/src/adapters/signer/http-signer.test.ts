// The server gives its secret and its plans only to a signer whose certificate comes from the operator's own authority, where one
// is set, and is for the signer's address; what stands in the way is a sentence for the page.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Certificates, createCertificates } from '@kobogate/testkit/platform/certificates.ts';
import { createHttpSigner } from './http-signer.ts';

const KEY = 'a secret of thirty-two letters or more';
let folder: string;
let certificates: Certificates;

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
      : createSecureServer(
          { cert: certificates.pem(name), key: readFileSync(certificates.path(`${name}.key`)) },
          listener,
        );
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `${name === null ? 'http' : 'https'}://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kobogate-signer-'));
  certificates = createCertificates(folder);
  certificates.issue('ours', 'signer', 'IP:127.0.0.1');
  certificates.issue('other', 'elsewhere', 'DNS:signer.example');
});
afterEach(async () => {
  asked.length = 0;
  await new Promise((resolve) => server?.close(resolve));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a signer with a certificate of the operator’s authority is asked, with the secret', async () => {
  const url = await listen('signer');
  answer = { status: 200, text: 'signed' };
  expect(await createHttpSigner({ url, key: KEY, ca: certificates.pem('ours') }).sign('a plan')).toEqual({
    signed: 'signed',
  });
  expect(asked).toEqual([`Bearer ${KEY}`]);
});

test('without that authority, with another one, or for another address, the secret is not sent', async () => {
  const untrusted = /certificate is not trusted.*Nothing was swept/;
  const url = await listen('signer');
  for (const ca of [null, certificates.pem('other')]) {
    await expect(createHttpSigner({ url, key: KEY, ca }).sign('a plan')).rejects.toThrow(untrusted);
  }
  await new Promise((resolve) => server?.close(resolve));
  const elsewhere = await listen('elsewhere');
  const wrongName = createHttpSigner({ url: elsewhere, key: KEY, ca: certificates.pem('other') });
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
  await expect(signer.sign('a plan')).rejects.toThrow('can’t be reached');
});
