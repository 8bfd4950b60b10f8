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
    expect(sealed[0]).toBe(1);
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

describe('[O10] a change of keys', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  // As servers are restarted one after the other: the old key alone, the old one that knows the new, the new that knows the old.
  const steps = [createSecretBox(before), createSecretBox(before, [after]), createSecretBox(after, [before])];

  it('each server opens what the ones beside it seal', () => {
    for (const [index, one] of steps.entries()) {
      for (const other of steps.slice(Math.max(0, index - 1), index + 2)) {
        expect(one.open(other.seal(secret, 'here'), 'here')).toEqual(secret);
      }
    }
  });

  it('everything is sealed again once, and opens with the new key alone', () => {
    const [old, , fresh] = steps;
    const sealed = old?.seal(secret, 'here') ?? Buffer.alloc(0);
    const again = fresh?.reseal(sealed, 'here') ?? Buffer.alloc(0);
    expect(createSecretBox(after).open(again, 'here')).toEqual(secret);
    expect(() => old?.open(again, 'here')).toThrow('SECRETS_KEY');
    expect(fresh?.reseal(again, 'here')).toBeNull();
    expect(() => createSecretBox(after).reseal(sealed, 'here')).toThrow('SECRETS_KEY');
  });

  it('with its key named a secret is as safe: another place or any changed byte does not open', () => {
    const sealed = steps[2]?.seal(secret, 'here') ?? Buffer.alloc(0);
    expect(sealed[0]).toBe(2);
    expect(() => steps[2]?.open(sealed, 'there')).toThrow('SECRETS_KEY');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => steps[2]?.open(changed, 'here')).toThrow('sealed secret');
    }
  });
});
