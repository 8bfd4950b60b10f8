// The profile form says the first broken rule in the specification's order and words, and sends only what changed.
import { TEXTS, type User, type UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, it } from 'vitest';
import { profileChanges, profileForm, profileProblem, type ProfileForm } from './profile-rules.ts';

const STORED: User = {
  id: idFor<UserId>('1'),
  first_name: 'Sample',
  last_name: 'Person',
  name: 'Sample Person',
  email: 'me@example.test',
  phone: '+234 801 234 5678',
  gender: '',
  isVerified: true,
  isAdmin: false,
  createdAt: '2026-11-01T00:00:00.000Z',
};
const edited = (change: Partial<ProfileForm>): ProfileForm => ({ ...profileForm(STORED), ...change });
const problem = (change: Partial<ProfileForm>) => profileProblem(STORED, edited(change))?.text;

describe('[E-5] the rules, in their order', () => {
  it('says the first one that is broken', () => {
    expect(problem({ first_name: ' ', email: '', phone: '' })).toBe(TEXTS.firstNameRequired);
    expect(problem({ email: ' ', phone: '' })).toBe(TEXTS.emailRequired);
    expect(problem({ email: 'x', phone: ' ' })).toBe(TEXTS.phoneRequired);
    expect(problem({ email: 'x', phone: '1' })).toBe(TEXTS.invalidEmail);
    expect(problem({ phone: '+123' })).toBe(TEXTS.invalidPhone);
    expect(problem({})).toBe(TEXTS.noChanges);
  });

  it('takes a plus, digits, spaces, hyphens and parentheses for a phone number, ten of them at least', () => {
    for (const phone of ['08012345678', '+234 (801) 234-5678', '0801-234 56'])
      expect(problem({ phone })).toBeUndefined();
    for (const phone of ['080123456', '0801234567x', '++2348012345678', '0801.234.5678']) {
      expect(problem({ phone })).toBe(TEXTS.invalidPhone);
    }
  });

  it('counts names, phone and gender as changes, but not spaces at the edges or an e-mail address', () => {
    for (const change of [{ first_name: 'New' }, { last_name: '' }, { phone: '08012345678' }, { gender: 'other' }]) {
      expect(problem(change)).toBeUndefined();
    }
    expect(problem({ email: 'other@example.test', first_name: ' Sample ' })).toBe(TEXTS.noChanges);
  });
});

it('[C-7] sends what changed, trimmed, and nothing else', () => {
  expect(profileChanges(STORED, edited({ last_name: ' New ', gender: 'female', email: 'x@example.test' }))).toEqual({
    last_name: 'New',
    gender: 'female',
  });
  expect(profileChanges(STORED, edited({ gender: 'robot' }))).toEqual({});
});
