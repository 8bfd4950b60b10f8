// Only a receiver with a live secret can verify that a body is ours and when it was sent.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signDelivery } from './send-deliveries.ts';

const AT = new Date('2026-01-02T03:04:05.678Z');
const BODY = '{"id":"1","data":{"name":"Ada’s 🥖"}}';

test('[W2] the header is the time and one HMAC-SHA256 of time and body for each secret, the newest first', () => {
  const signed = (secret: string) => createHmac('sha256', secret).update(`1767323045.${BODY}`, 'utf8').digest('hex');
  expect(signDelivery(['whsec_new', 'whsec_old'], BODY, AT)).toBe(
    `t=1767323045,v1=${signed('whsec_new')},v1=${signed('whsec_old')}`,
  );
});

test('a known answer, reproducible by: echo -n 1767323045.{} | openssl dgst -sha256 -hmac whsec_sample', () => {
  expect(signDelivery(['whsec_sample'], '{}', AT)).toBe(
    't=1767323045,v1=c740a5585a10701c7bb3ea6d709554e8ba9f198b01278235d58b34692cf1048c',
  );
});
