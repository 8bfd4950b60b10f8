// A bank is recognised under each rail's own code, and not at all where that is uncertain.
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { dependencyDown } from '../platform/errors.ts';
import { createBankDirectory } from './bank-directory.ts';
import type { Bank } from './bank-rail.ts';
import { loadKnownBanks } from './known-banks.ts';
import { createBankMatcher, type KnownBank, normaliseBankName } from './match-banks.ts';

const FILE = `${import.meta.dirname}/../../data/banks.json`;
const bank = (bankName: string, bankCode: string): Bank => ({ bankName, bankCode });

let known: readonly KnownBank[];
beforeAll(async () => {
  known = await loadKnownBanks(FILE);
});

describe('the list of facts', () => {
  it('[F-7] has 375 institutions that can be paid, each with a code, and no code that two of them share', () => {
    expect(known).toHaveLength(375);
    const codes = known.flatMap(({ nip, cbn, other }) =>
      [...new Set([nip, cbn, other])].filter((code) => code !== null),
    );
    expect(new Set(codes).size).toBe(codes.length);
    expect(known.every(({ nip, cbn, other }) => (nip ?? cbn ?? other) !== null)).toBe(true);
  });
});

describe('who is not in it', () => {
  it('[F-7] no switch, no bank that is gone, and each bank once', () => {
    expect(known.filter(({ nip }) => nip?.startsWith('110') === true)).toEqual([]);
    const named = (word: string) =>
      known.filter(({ name }) => name.toLowerCase().includes(word)).map(({ name }) => name);
    expect([named('heritage bank'), named('enterprise bank'), named('parralex')]).toEqual([[], [], []]);
    expect(named('parallex')).toEqual(['Parallex Bank']);
  });
});

describe('a bank on another rail', () => {
  it.each([
    [
      'by the Central Bank’s code, under another name',
      bank('ACCESS BANK', '000014'),
      bank('Access Bank PLC', '044'),
      '044',
    ],
    ['by code where the names share no word', bank('GTBANK PLC', '000013'), bank('Guaranty Trust Bank', '058'), '058'],
    ['back from three digits to six', bank('Zenith Bank', '057'), bank('ZENITH BANK PLC', '000015'), '000015'],
    [
      'by name where the rail has a code of its own',
      bank('PalmPay', '100033'),
      bank('PALMPAY LIMITED', 'pp-7'),
      'pp-7',
    ],
    ['by name where it is in no list of ours', bank('Sample MFB', '1'), bank('Sample Microfinance Bank', '2'), '2'],
    ['by its own entry', bank('Sample MFB', '1'), bank('SAMPLE MFB', '1'), '1'],
    ['by its code under a longer name', bank('Sample MFB', '1'), bank('Sample Wealth Microfinance Bank', '1'), '1'],
    ['by its code under a shorter name', bank('Sample Wealth MFB', '1'), bank('Sample Microfinance Bank', '1'), '1'],
  ])('is found %s', (_how, wanted, listed, code) => {
    const others = [bank('Wema Bank', '035'), bank('Another Sample', '9')];
    expect(createBankMatcher(known).codeAmong([...others, listed], wanted)).toBe(code);
  });

  it.each([
    ['another bank that has our code there', bank('Zenith Bank', '000015'), [bank('Wema Bank', '000015')]],
    ['a code that stands for another bank than the name', bank('Wema Bank', '057'), [bank('Wema Bank', '035')]],
    ['two entries of one name', bank('Sample', '1'), [bank('Sample Bank', '2'), bank('SAMPLE', '3')]],
    ['a bank of microfinance of the same name', bank('Sterling Bank', '000001'), [bank('Sterling MFB', '50999')]],
    ['nothing', bank('Zenith Bank', '000015'), []],
  ])('is not taken from %s', (_what, wanted, listed) => {
    expect(createBankMatcher(known).codeAmong(listed, wanted)).toBeNull();
  });

  it('is never found by a code or a name that two known banks share', () => {
    const twins: KnownBank[] = [
      { name: 'One', nip: '000001', cbn: null, other: null },
      { name: 'Two', nip: '000002', cbn: null, other: '000001' },
      { name: 'One Bank', nip: '000003', cbn: null, other: null },
    ];
    const { identify } = createBankMatcher(twins);
    expect(identify(bank('Unheard of', '000001'))).toBeNull();
    expect(identify(bank('ONE', '77'))).toBeNull();
    expect(identify(bank('TWO', '77'))).toBe(twins[1]);
  });
});

it.each([
  ['First Bank of Nigeria Plc', 'FIRST BANK'],
  ['Ibile MFB', 'Ibile Micro Finance Bank'],
  ['HopePSB', 'Hope-PSB'],
])('%s is %s, or a different bank', (one, other) => {
  expect(normaliseBankName(one) === normaliseBankName(other)).toBe(one !== 'HopePSB');
});

describe('the directory', () => {
  function setUp() {
    const state = { first: [bank('ACCESS BANK', '000014')], second: [bank('Access Bank', '044')] };
    const rail = (name: 'first' | 'second') => ({
      name,
      listBanks: async () => {
        if (state[name].length === 0) throw dependencyDown(name, 'down');
        return state[name];
      },
    });
    const clock = createTestClock();
    const rails = [rail('first'), rail('second')];
    return { state, directory: createBankDirectory({ rails, known, clock }) };
  }

  it('[C-5] says what people call a bank besides, whatever name a rail lists it by', () => {
    const { directory } = setUp();
    expect(directory.aliasesOf(bank('GTBank Plc', '058'))).toEqual(['Guaranty Trust Bank', 'GTCO']);
    for (const [name, code, alias] of [
      ['United Bank For Africa', '033', 'UBA'],
      ['First Bank of Nigeria', '011', 'FBN'],
      ['First City Monument Bank', '214', 'FCMB'],
      ['Wema Bank', '035', 'ALAT'],
      ['OPay Digital Services Limited', '999992', 'OPay (PayCom)'],
    ] as const) {
      expect(directory.aliasesOf(bank(name, code))).toContain(alias);
    }
    expect(directory.aliasesOf(bank('No such bank', '1'))).toEqual([]);
  });

  it('[C-5] finds a listed bank by its name or what people call it, in any case, and none that two are called by', () => {
    const { directory } = setUp();
    const [gtb, uba] = [bank('GTBank Plc', '058'), bank('United Bank For Africa', '033')];
    for (const name of ['gtbank plc', ' GTB ', 'Guaranty Trust Bank'])
      expect(directory.find([uba, gtb], name)).toBe(gtb);
    for (const name of ['GT', 'No such bank', '']) expect(directory.find([uba, gtb], name)).toBeUndefined();
    // Two entries of one bank, or a bank of that very name beside it.
    expect(directory.find([gtb, bank('Guaranty Trust', '000013')], 'GTB')).toBeUndefined();
    const namesake = bank('GTB', '1');
    expect(directory.find([gtb, namesake], 'gtb')).toBe(namesake);
  });

  it('[F-7] lists the first rail’s banks, else the next one’s, else our own, and names the source', async () => {
    expect(await setUp().directory.listBanks()).toEqual({ source: 'live', banks: [bank('ACCESS BANK', '000014')] });
    const { state, directory } = setUp();
    state.first = [];
    expect(await directory.listBanks()).toEqual({ source: 'live', banks: [bank('Access Bank', '044')] });
    const down = setUp();
    Object.assign(down.state, { first: [], second: [] });
    const { source, banks } = await down.directory.listBanks();
    expect(source).toBe('fallback');
    expect(banks).toHaveLength(375);
    expect(banks).toContainEqual(bank('Zenith Bank', '000015'));
  });

  it('[P9] gives each rail’s own code, and none for a rail that can’t answer or does not exist', async () => {
    const { state, directory } = setUp();
    state.first = [];
    expect(await directory.codeOn('second', bank('ACCESS BANK', '000014'))).toBe('044');
    expect(await directory.codeOn('second', bank('ZENITH BANK', '000015'))).toBeNull();
    expect(await directory.codeOn('first', bank('ACCESS BANK', '000014'))).toBeNull();
    expect(await directory.codeOn('third', bank('ACCESS BANK', '000014'))).toBeNull();
  });

  it('pays to the one of two namesakes that was chosen, whichever of its names was kept', async () => {
    const { state, directory } = setUp();
    state.first = [bank('Twin Bank', '90001'), bank('Twin Bank', '90002')];
    const { banks } = await directory.listBanks();
    expect(banks.map(({ bankName }) => bankName)).toEqual(['Twin Bank (90001)', 'Twin Bank (90002)']);
    for (const chosen of [...banks, ...state.first]) {
      expect(await directory.codeOn('first', chosen)).toBe(chosen.bankCode);
    }
    expect(await directory.codeOn('first', bank('Twin Bank', '90003'))).toBeNull();
    const alone = setUp();
    alone.state.first = [bank('Twin Bank', '90001')];
    expect(await alone.directory.codeOn('first', bank('Twin Bank (90001)', '90001'))).toBe('90001');
  });

  it('knows the code that check digits are made from', () => {
    const { directory } = setUp();
    expect(directory.checkCode(bank('ACCESS BANK', '000014'))).toBe('044');
    expect(directory.checkCode(bank('Sample Bank', '1'))).toBeNull();
  });

  it('makes none of three digits for a financial institution that is no deposit bank', () => {
    const { directory } = setUp();
    for (const [name, code] of [
      ['Abbey Mortgage Bank', '801'],
      ['Carbon', '565'],
      ['VFD Microfinance Bank', '566'],
      ['Rubies Microfinance Bank', '125'],
    ] as const) {
      expect(directory.checkCode(bank(name, code))).toBeNull();
    }
    // Above Only: its five digits, to which the check puts the 9.
    expect(directory.checkCode(bank('Above Only MFB', '090260'))).toBe('51204');
    expect(directory.checkCode(bank('Parallex Bank', '104'))).toBe('104');
  });
});
