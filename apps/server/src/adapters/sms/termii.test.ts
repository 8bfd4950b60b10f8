// A text message is sent once, in Termii's own form; one that may have left is unknown, one that was not accepted is
// refused, and the key is never shown.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { startTestBanks } from '@kobogate/testkit/banks/banks.ts';
import { afterEach, expect, test } from 'vitest';
import { readTermii } from '../../configuration/texts.ts';
import { createTermiiTexter } from './termii.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function startTermii(status: number, answer: string | null) {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      received.push({ path: request.url, body });
      if (answer === null) return response.destroy();
      return response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const settings = { url: `http://127.0.0.1:${port}`, apiKey: 'secret', sender: 'Kobogate', channel: 'dnd' } as const;
  return { texter: createTermiiTexter(settings), received };
}

const MESSAGE = { to: '2348031234567', text: 'Kobogate: Your naira was paid.' };
const TAKEN = JSON.stringify({
  message_id: '9122821270554876574',
  message: 'Successfully Sent',
  balance: 9,
  user: 'A',
});

test('a message is one call in Termii’s form, and sent where it has an id', async () => {
  const { texter, received } = await startTermii(200, TAKEN);
  expect(await texter.send(MESSAGE)).toBe('sent');
  expect(received).toEqual([
    {
      path: '/api/sms/send',
      body: {
        api_key: 'secret',
        to: MESSAGE.to,
        from: 'Kobogate',
        sms: MESSAGE.text,
        type: 'plain',
        channel: 'dnd',
      },
    },
  ]);
});

test.each([400, 401, 402, 403, 404, 422, 429])('%i: it was not accepted', async (status) => {
  expect(await (await startTermii(status, '{"message":"no"}')).texter.send(MESSAGE)).toBe('refused');
});

test.each([
  [500, TAKEN],
  [503, ''],
  [200, '{}'],
  [200, '<html>'],
  [200, null],
])('%i %s: it may have left, and is not sent again', async (status, answer) => {
  const { texter, received } = await startTermii(status, answer);
  expect(await texter.send(MESSAGE)).toBe('unknown');
  expect(received).toHaveLength(1);
});

test('the sandbox’s variables reach its provider, which accepts a message only with its key', async () => {
  const outside = await startTestBanks();
  try {
    const { termii, sentences } = readTermii(outside.environment);
    if (termii === null) throw new Error(sentences.join(' '));
    expect(await createTermiiTexter(termii).send(MESSAGE)).toBe('sent');
    expect(await createTermiiTexter({ ...termii, apiKey: 'another' }).send(MESSAGE)).toBe('refused');
  } finally {
    await outside.stop();
  }
});

test.each([
  [{ TERMII_URL: 'https://api.example' }, /TERMII_API_KEY is missing.*TERMII_SENDER/],
  [{ TERMII_URL: 'ftp://x', TERMII_API_KEY: 'k', TERMII_SENDER: 'Kobogate' }, /TERMII_URL/],
  [{ TERMII_URL: 'https://x', TERMII_API_KEY: 'k', TERMII_SENDER: 'Kobogate', TERMII_CHANNEL: 'x' }, /TERMII_CHANNEL/],
])('half a configuration, or an unsafe one, is refused by name: %o', (given, words) => {
  const { termii, sentences } = readTermii(given);
  expect(termii).toBeNull();
  expect(sentences.join(' ')).toMatch(words);
});
