// A try is compared only with a code that is sent, current, unused, not replaced and tried fewer than three times, and
// with the codes of one account only so often a day.
import type { CodeId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, it } from 'vitest';
import { codeExpiry, judgeTry, type OneTimeCode, TRIES_A_DAY } from './one-time-code.ts';
import { hashCode, makeCode } from '../accounts/secrets.ts';

const now = new Date('2030-01-01T12:00:00Z');
const open: OneTimeCode = {
  id: idFor<CodeId>('a'),
  codeHash: hashCode(idFor<CodeId>('a'), '1234'),
  tries: 0,
  foreignTries: 0,
  expiresAt: codeExpiry(now),
  usedAt: null,
  replacedAt: null,
};

const own = { typed: '1234', isForeign: false, triesToday: 0 };

describe('a try', () => {
  it('of an open code is right or wrong', () => {
    expect(judgeTry(open, own, now)).toBe('right');
    expect(judgeTry(open, { ...own, typed: '4321' }, now)).toBe('wrong');
    expect(judgeTry({ ...open, tries: 2 }, own, now)).toBe('right');
  });

  it.each<[string, OneTimeCode | null]>([
    ['[A2] no code', null],
    ['[A2] one that is not sent yet', { ...open, codeHash: null, expiresAt: null }],
    ['[A2] a used one', { ...open, usedAt: now }],
    ['[A2] a replaced one', { ...open, replacedAt: now }],
    ['[A2] [G-5] one of ten minutes ago', { ...open, expiresAt: now }],
    ['[A1] one that was tried three times', { ...open, tries: 3 }],
  ])('of %s is not even compared', (_what, code) => {
    expect(judgeTry(code, own, now)).toBe('not-evaluated');
  });

  it('[A10] from another place leaves the last of the three to the place that asked for the code', () => {
    const foreign = { ...own, isForeign: true };
    expect(judgeTry({ ...open, tries: 1, foreignTries: 1 }, foreign, now)).toBe('right');
    expect(judgeTry({ ...open, tries: 2, foreignTries: 2 }, foreign, now)).toBe('not-evaluated');
    expect(judgeTry({ ...open, tries: 2, foreignTries: 2 }, own, now)).toBe('right');
  });

  it('[A1] is compared thirty times a day for one account, whatever codes there are', () => {
    expect(judgeTry(open, { ...own, triesToday: TRIES_A_DAY - 1 }, now)).toBe('right');
    expect(judgeTry(open, { ...own, triesToday: TRIES_A_DAY }, now)).toBe('not-evaluated');
  });

  it('[A2] of another account’s hash is wrong: the hash is bound to its row', () => {
    expect(judgeTry({ ...open, id: idFor<CodeId>('b') }, own, now)).toBe('wrong');
  });
});

it('[G-5] codes are four digits, leading zeros included, and end ten minutes after they are sent', () => {
  const codes = Array.from({ length: 2000 }, makeCode);
  expect(codes.every((code) => /^\d{4}$/.test(code))).toBe(true);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  expect(codeExpiry(now).getTime() - now.getTime()).toBe(600_000);
});
