// Recovery codes can't be guessed, and are accepted in any way of writing them.
import { expect, it } from 'vitest';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

it('ten codes, all different, in four groups', () => {
  const codes = [...makeRecoveryCodes(), ...makeRecoveryCodes()];
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

it('capitals, spaces, missing dashes and letters that look like digits make no difference', () => {
  const hash = hashRecoveryCode('01a0-7k7q-m2xd-hb51');
  for (const typed of ['01A0-7K7Q-M2XD-HB51', ' 01a07k7qm2xdhb51 ', 'OLAO 7K7Q M2XD HB5I']) {
    expect(hashRecoveryCode(typed)).toEqual(hash);
  }
  expect(hashRecoveryCode('01a0-7k7q-m2xd-hb52')).not.toEqual(hash);
});
