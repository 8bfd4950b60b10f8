// Guarantee: no incomplete form is sent, and an account that the bank did not confirm is never shown as confirmed.
import type { BankAccount } from '@kobogate/contract';
import { expect, it } from 'vitest';
import { bankFormProblem, digitsHint, isMove, resolutionWords, typedNuban } from './bank-form-rules.ts';

const form = { accountNumber: '0123456789', bankName: 'Zenith Bank', accountName: 'Sample Account' };
const typed = { ...form, password: '' };
const account: BankAccount = {
  ...form,
  nameResolution: 'resolved',
  resolvedName: 'SAMPLE ACCOUNT',
  nameScore: 100,
  updatedAt: '',
};

it('[E-4] wants all three fields', () => {
  for (const field of ['accountNumber', 'bankName', 'accountName']) {
    const text = 'Please fill in all bank details';
    expect(bankFormProblem(null, { ...typed, [field]: ' ' })).toEqual({ field, text });
  }
  expect(bankFormProblem(null, typed)).toBeNull();
});

it('[A8] asks for the owner’s proof where a saved account changes, not for a first account or the same one', () => {
  for (const field of ['accountNumber', 'bankName', 'accountName']) {
    expect(isMove(form, { ...form, [field]: 'another' })).toBe(true);
    expect(isMove(form, { ...form, [field]: ` ${form.accountNumber}` })).toBe(field !== 'accountNumber');
  }
  expect(isMove(form, { ...form })).toBe(false);
  expect(isMove(null, form)).toBe(false);
  expect(bankFormProblem({ ...form, bankName: 'Another' }, typed)?.field).toBe('password');
  expect(bankFormProblem({ ...form, bankName: 'Another' }, { ...typed, password: 'x' })).toBeNull();
});

it.each([
  ['012 345 6789', '0123456789'],
  ['012-345-6789\n', '0123456789'],
  ['Acct: 0123456789', '0123456789'],
  ['01234567890', '0123456789'],
])('keeps every digit of a pasted %j', (pasted, kept) => {
  expect(typedNuban(pasted)).toBe(kept);
});

it('wants ten digits and counts them', () => {
  const text = 'An account number has exactly 10 digits.';
  expect(bankFormProblem(null, { ...typed, accountNumber: '012345678' })).toEqual({ field: 'accountNumber', text });
  expect(digitsHint('0123')).toBe('NUBAN: 4 of 10 digits');
});

it('shows a mismatch with the bank’s name, and never calls it confirmed', () => {
  expect(resolutionWords(account)).toMatchObject({ tone: 'success' });
  const mismatch = resolutionWords({ ...account, nameResolution: 'mismatch', resolvedName: 'OTHER NAME' });
  expect(mismatch.detail).toContain('OTHER NAME');
  const unresolved = resolutionWords({ ...account, nameResolution: 'unresolved', resolvedName: null });
  for (const words of [mismatch, unresolved]) {
    expect(words.tone).not.toBe('success');
    expect(words.title).not.toContain('confirmed the name');
  }
});
