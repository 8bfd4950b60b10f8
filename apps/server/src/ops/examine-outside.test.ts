// The doctor asks the services that may be left out too: one that is away, or that does not take our secret, is wrong and says what to
// set, and no secret is told.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { startOtlpReceiver } from '@kobogate/testkit/platform/otlp-receiver.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { startTestBanks } from '@kobogate/testkit/banks/banks.ts';
import { afterEach, expect, test } from 'vitest';
import { readTermii } from '../configuration/texts.ts';
import { examineReplica, judgeReplica } from './examine-database.ts';
import { examineProvider, examineSigner, examineTelemetry, examineTexts } from './examine-outside.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
const said = (findings: readonly { state: string; sentence: string }[]): string =>
  findings.map(({ state, sentence }) => `${state}: ${sentence}`).join('\n');
const AWAY = 'http://127.0.0.1:9';
const SECRET = 'hidden-hidden-hidden-hidden-hidden';

test('[O11] Termii: its key is tried by asking for the balance, and nothing is sent', async () => {
  const outside = await startTestBanks();
  const { termii } = readTermii(outside.environment);
  if (termii === null) throw new Error('the sandbox has no Termii');
  const answers = [
    said(await examineTexts(termii)),
    said(await examineTexts({ ...termii, apiKey: SECRET })),
    said(await examineTexts({ ...termii, url: AWAY })),
    said(await examineTexts({ ...termii, url: await listen((_request, response) => response.end('<html>')) })),
  ];
  await outside.stop();
  expect(answers[0]).toBe('fine: Termii takes our key');
  expect(answers[1]).toMatch(/^wrong: Termii refuses the key: check TERMII_URL and TERMII_API_KEY/);
  expect(answers[2]).toMatch(/^wrong: Termii can’t be reached: check TERMII_URL/);
  expect(answers[3]).toMatch(/^wrong: /);
  expect(answers.join('\n')).not.toContain(SECRET);
});

test('[A-8] a sign-in provider: it is asked to describe itself, as the issuer that it is said to be', async () => {
  let issuer = '';
  const url = await listen((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ issuer })),
  );
  const provider = { id: 'google', issuer: url, clientId: 'client', clientSecret: SECRET } as const;
  issuer = url;
  expect(said(await examineProvider(provider))).toBe(`fine: ${url} is there`);
  issuer = 'https://another.test';
  expect(said(await examineProvider(provider))).toMatch(/^wrong: .*: check GOOGLE_ISSUER_URL/);
  const away = said(await examineProvider({ ...provider, issuer: AWAY }));
  expect(away).toMatch(/^wrong: .*: check GOOGLE_ISSUER_URL/);
  expect(away).not.toContain(SECRET);
});

test('[O11] the signer: it is asked whether it knows our secret, with no plan', async () => {
  const asked: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(request.headers.authorization === `Bearer ${SECRET}` ? 200 : 401).end('{}');
  });
  const signer = { url, key: SECRET, ca: null, everyMinutes: 60 };
  expect(said(await examineSigner(signer))).toBe('fine: takes our secret');
  expect(said(await examineSigner({ ...signer, key: 'other' }))).toMatch(
    /^wrong: The signer has another secret.*SIGNER_KEY/,
  );
  expect(said(await examineSigner({ ...signer, url: AWAY }))).toMatch(
    /^wrong: The signer can’t be reached.*SIGNER_URL/,
  );
  const ill = await listen((_request, response) => response.writeHead(500).end());
  expect(said(await examineSigner({ ...signer, url: ill }))).toMatch(/^wrong: .*500.*SIGNER_URL/);
  expect(new Set(asked)).toEqual(new Set(['GET /v1/health']));
});

test('[O11] the receiver of telemetry: it is sent an empty list, with the headers', async () => {
  const receiver = await startOtlpReceiver();
  const telemetry = { endpoint: `${receiver.url}/`, headers: { 'x-key': SECRET } };
  expect(said(await examineTelemetry(telemetry))).toBe('fine: its receiver takes what we send');
  expect([receiver.spans, [...receiver.keys]]).toEqual([[], [SECRET]]);
  receiver.close();
  const refusing = await listen((_request, response) => response.writeHead(401).end());
  expect(said(await examineTelemetry({ ...telemetry, endpoint: refusing }))).toMatch(/^wrong: .*401.*OTLP_HEADERS/);
  expect(said(await examineTelemetry({ ...telemetry, endpoint: AWAY }))).toMatch(/^wrong: .*reached.*OTLP_ENDPOINT/);
});

test('[O11] a replica that is away, is no standby, or is reached without TLS is wrong', async () => {
  const dead = await examineReplica(`postgres://me:${SECRET}@127.0.0.1:9/none`, undefined, silentLog);
  expect(said(dead)).toMatch(/^wrong: .*DATABASE_REPLICA_URL/);
  expect(said(dead)).not.toContain(SECRET);
  const standby = { version: '17.2', clock: new Date(), isDurable: true, isTls: true, isStandby: true, isNear: true };
  const states = (more: object) => judgeReplica({ ...standby, ...more }, 'db.example').map(({ state }) => state);
  expect(states({})).toEqual(['fine', 'fine']);
  expect(states({ isStandby: false })).toEqual(['wrong', 'fine']);
  expect(states({ isNear: false })).toEqual(['look', 'fine']);
  expect(states({ isTls: false })).toEqual(['fine', 'wrong']);
});
