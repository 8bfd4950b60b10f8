// Guarantee: what is sealed here another implementation opens, and the reverse; a changed byte is refused.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { open, seal } from './chacha.ts';

const LENGTHS = [0, 1, 15, 16, 17, 63, 64, 65, 128, 1000];

test.each(LENGTHS)('%i bytes are sealed and opened as Node does it', (length) => {
  const [key, nonce, text] = [randomBytes(32), randomBytes(12), randomBytes(length)];
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
  const whole = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  expect(Buffer.from(seal(key, nonce, text))).toEqual(whole);
  expect(Buffer.from(open(key, nonce, whole))).toEqual(text);
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
  decipher.setAuthTag(whole.subarray(-16));
  expect(Buffer.concat([decipher.update(whole.subarray(0, -16)), decipher.final()])).toEqual(text);
});

test('a text of another key, one with a changed byte, and one that is too short are refused', () => {
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const whole = seal(key, nonce, new TextEncoder().encode('₦25,000'));
  expect(() => open(randomBytes(32), nonce, whole)).toThrow(/another key/);
  for (let at = 0; at < whole.length; at += 1) {
    const changed = whole.slice();
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(key, nonce, changed)).toThrow(/another key/);
  }
  expect(() => open(key, nonce, whole.subarray(0, 7))).toThrow(/another key/);
});
