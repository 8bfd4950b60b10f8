// The bank's name is compared word by word, and a text that is not a name never counts as one.
import type { UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, it } from 'vitest';
import { type BankAccount, describeSaved, judgeName } from './bank-account.ts';
import { compareNames, isSameName } from '../../sales/index.ts';
import { hasCheckDigit } from './nuban.ts';

describe('names', () => {
  it.each([
    ['Adaeze Obi', 'OBI ADAEZE'],
    ['Adaeze Obi', 'OBI, ADAEZE CHIDINMA'],
    ['Adaeze Chidinma Obi', 'OBI ADAEZE'],
    ['Mrs. Adaeze Obi', 'Adaeze Obi'],
    ['Alhaji Musa Bello', 'BELLO MUSA'],
    ['Ọláyínká O’Brien', 'OLAYINKA OBRIEN'],
    ['Adaeze C. Obi', 'ADAEZE CHIDINMA OBI'],
    ['Sample Trading Nig. Ltd', 'SAMPLE TRADING NIGERIA LIMITED'],
    ['Jumoke', 'JUMOKE'],
    ['Prince Obi', 'OBI PRINCE'],
    ['Prince Obi', 'MR PRINCE EMEKA OBI'],
    ['Prince Emeka Obi', 'EMEKA OBI'],
    ['Ɗanjuma Ƙasim', 'DANJUMA KASIM'],
    ['Sade OʼBrien-Obi', 'O`BRIEN OBI SADE'],
    ['A & B Limited', 'A AND B LTD'],
    ['Ada Enterprises', 'ADA ENTERPRISE NIG LTD'],
    ['Иван Петрович', 'ПЕТРОВИЧ ИВАН'],
    ['Ａｄａｅｚｅ Obi', 'ADAEZE OBI'],
    ['Adaeze C. N. Obi', 'ADAEZE CHIDINMA OBI'],
  ])('%s is %s', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
    expect(isSameName(other, one)).toBe(true);
  });

  it.each([
    ['Adaeze Obi', 'CHIDINMA OBI'],
    ['Adaeze Obi', 'OBI'],
    ['Adaeze Obi', 'ADAEZE OBIECHINA'],
    ['Adaeze Chidinma Obi', 'ADAEZE NGOZI OBI'],
    ['Mr', 'MRS'],
    ['', ''],
    // Only a form of address in common.
    ['Prince Obi', 'PRINCESS OBI'],
    ['Bishop Obi', 'MR OBI'],
    ['Alhaji Bello', 'LADY BELLO'],
    // Only words in common that many businesses have.
    ['A & B Limited', 'C & D LTD'],
    ['J and K', 'X & Y'],
    ['Nigeria Limited', 'SAMPLE NIGERIA LTD'],
    ['Sample Limited', 'SAMPLE TRADING LIMITED'],
    ['Ada Enterprises', 'ADA OBI ENTERPRISES'],
    // An initial of another name.
    ['Adaeze C. Obi', 'ADAEZE NGOZI OBI'],
    ['Adaeze C Obi', 'OBI ADAEZE N'],
    ['A O', 'ADAEZE OBI'],
    // The first letter is Cyrillic.
    ['Аdaeze Obi', 'ADAEZE OBI'],
    ['Adaeze Obi', '李小龙'],
  ])('%s is not %s', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
    expect(isSameName(other, one)).toBe(false);
  });
});

describe('the score', () => {
  it.each([
    ['Adaeze Obi', 'OBI ADAEZE', 100],
    ['Adaeze Obi', 'OBI ADAEZE CHIDINMA', 66],
    ['Dr Adaeze Obi', 'MR ADAEZE OKEKE', 50],
    ['Adaeze Obi', 'MUSA BELLO', 0],
    ['A & B Limited', 'A & C LTD', 75],
    ['', '', 0],
  ])('of %s and %s is %i', (one, other, score) => {
    expect(compareNames(one, other).score).toBe(score);
    expect(compareNames(other, one).score).toBe(score);
  });
});

describe('the bank’s answer', () => {
  it('[P8] without a name in it is unresolved, a literal "OK" included', () => {
    const noNames = ['OK', 'ok.', '', '  ', 'Success', 'null', 'N/A', '-', '0123456785', '***', 'TRUE', 'Not found'];
    for (const accountName of [...noNames, 'ACCOUNT NAME', 'Nil', 'Invalid account', 'No name', 'X']) {
      expect(judgeName(accountName, { kind: 'resolved', accountName })).toEqual({
        nameResolution: 'unresolved',
        resolvedName: null,
      });
    }
    expect(judgeName('Adaeze Obi', { kind: 'unresolved', reason: 'time-out' }).nameResolution).toBe('unresolved');
  });

  it('[P8] is resolved where the names agree, and a mismatch where they do not', () => {
    expect(judgeName('Adaeze Obi', { kind: 'resolved', accountName: 'OBI ADAEZE' })).toEqual({
      nameResolution: 'resolved',
      resolvedName: 'OBI ADAEZE',
    });
    expect(judgeName('Adaeze Obi', { kind: 'resolved', accountName: 'MUSA BELLO' }).nameResolution).toBe('mismatch');
  });
});

describe('the check digit', () => {
  it.each([
    ['011', '0000014579'],
    ['058', '0123456785'],
    ['057', '2000000008'],
    ['033', '1000000007'],
    ['214', '1234567890'],
    ['50211', '2000000013'],
    ['50547', '0000000011'],
  ])('of bank %s fits %s and no other digit does', (bankCode, accountNumber) => {
    const fitting = Array.from({ length: 10 }, (_, digit) => `${accountNumber.slice(0, 9)}${digit}`).filter((number) =>
      hasCheckDigit(bankCode, number),
    );
    expect(fitting).toEqual([accountNumber]);
  });

  it('is mentioned only where the bank did not confirm the name, and not for codes that it is not made from', () => {
    const account: BankAccount = {
      userId: idFor<UserId>('u'),
      accountNumber: '0123456784',
      bankCode: '058',
      bankName: 'Sample Bank',
      accountName: 'Adaeze Obi',
      nameResolution: 'unresolved',
      resolvedName: null,
      updatedAt: new Date(),
    };
    expect(describeSaved(account, '058')).toContain('last digit does not fit');
    expect(describeSaved({ ...account, accountNumber: '0123456785' }, '058')).not.toContain('last digit');
    expect(describeSaved(account, '000058')).not.toContain('last digit');
    expect(describeSaved(account, null)).not.toContain('last digit');
    expect(describeSaved({ ...account, nameResolution: 'resolved' }, '058')).toBe('Bank details saved successfully');
  });
});
