// Guarantee: a webhook is believed only where one of the live secrets has signed exactly these bytes, recently.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from './verify-webhook.ts';

const NOW = 1_780_000_000_000;
const SECRETS = ['new-secret', 'old-secret'];
const BODY = JSON.stringify({
  id: 'e1',
  type: 'payment.paid',
  sequence: 7,
  createdAt: 'then',
  endpointId: 'w1',
  data: { id: 'p1' },
});
const TIME = NOW / 1000;

const signatureOf = (secret: string, time: number | string = TIME, body = BODY) =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
const headerOf = (secret: string, time = TIME) => `t=${time},v1=${signatureOf(secret, time)}`;
const verify = (
  header: string | null | undefined,
  { body = BODY, now = NOW }: { body?: string | Uint8Array; now?: number } = {},
) => verifyWebhook(body, header, SECRETS, { now });

describe('a webhook', () => {
  it('is what it says where any of the live secrets has signed it', async () => {
    for (const secret of SECRETS) {
      await expect(verify(headerOf(secret))).resolves.toMatchObject({ id: 'e1', sequence: 7, data: { id: 'p1' } });
    }
    const both = `t=${TIME},v1=${signatureOf('retired')}, v1=${signatureOf('old-secret')}`;
    await expect(verify(both)).resolves.toMatchObject({ type: 'payment.paid' });
    await expect(verify(headerOf('new-secret'), { body: new TextEncoder().encode(BODY) })).resolves.toBeDefined();
    await expect(verifyWebhook(BODY, headerOf('alone'), 'alone', { now: NOW })).resolves.toBeDefined();
  });

  it.each([
    null,
    undefined,
    '',
    't=1',
    `v1=${signatureOf('new-secret')}`,
    `t=${TIME},v1=abc`,
    `t=x,v1=${'a'.repeat(64)}`,
  ])('without a signature is none: %s', async (header) => {
    await expect(verify(header)).rejects.toMatchObject({ problem: 'no-signature' });
  });

  it('signed with another secret, or changed in body or time, is refused', async () => {
    const wrong = { problem: 'wrong-signature' };
    await expect(verify(headerOf('guessed'))).rejects.toMatchObject(wrong);
    await expect(verify(headerOf('new-secret'), { body: `${BODY} ` })).rejects.toMatchObject(wrong);
    await expect(verify(`t=${TIME + 1},v1=${signatureOf('new-secret')}`)).rejects.toMatchObject(wrong);
    await expect(verifyWebhook(BODY, headerOf(''), ['', ''], { now: NOW })).rejects.toMatchObject(wrong);
  });

  it('is refused where it is old, or comes from the future, by more than is tolerated', async () => {
    const header = headerOf('new-secret');
    await expect(verify(header, { now: NOW + 300_000 })).resolves.toBeDefined();
    for (const now of [NOW + 301_000, NOW - 301_000]) {
      await expect(verify(header, { now })).rejects.toMatchObject({ problem: 'too-old' });
    }
  });

  it('without content is refused, although it is signed', async () => {
    for (const body of ['null', '[]', '{', '{"id":"e1"}']) {
      const header = `t=${TIME},v1=${signatureOf('new-secret', TIME, body)}`;
      await expect(verify(header, { body })).rejects.toMatchObject({ problem: 'unreadable' });
    }
  });
});
