// A sealed secret opens only with its own key in its own place, and reveals nothing.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const secret = Buffer.from('a secret value');
const box = createSecretBox(randomBytes(32));

describe('a sealed secret', () => {
  it('opens as it was, is different every time, and does not contain what it hides', () => {
    const [one, other] = [box.seal(secret, 'here'), box.seal(secret, 'here')];
    expect(box.open(one, 'here')).toEqual(secret);
    expect(box.open(other, 'here')).toEqual(secret);
    expect(one.equals(other)).toBe(false);
    expect(one.includes(secret)).toBe(false);
  });

  it('does not open in another place, with another key, or with any byte changed or missing', () => {
    const sealed = box.seal(secret, 'here');
    expect(() => box.open(sealed, 'there')).toThrow('SECRETS_KEY');
    expect(() => createSecretBox(randomBytes(32)).open(sealed, 'here')).toThrow('SECRETS_KEY');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open(changed, 'here')).toThrow('sealed secret');
    }
    expect(() => box.open(sealed.subarray(0, -1), 'here')).toThrow('sealed secret');
    expect(() => box.open(Buffer.alloc(0), 'here')).toThrow('sealed secret');
  });
});
