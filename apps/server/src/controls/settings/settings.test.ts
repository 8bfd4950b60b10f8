// The operator's settings apply from the moment of saving in every process, their history can't be altered, and no
// administrator overwrites another's change without having seen it.
import {
  type Brand,
  DEFAULT_SETTINGS,
  NO_STATEMENTS,
  endpoints,
  type Settings,
  type SettingSection,
  type UserId,
} from '@kobogate/contract';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { createOperatorSettings, type OperatorSettings } from './operator-settings.ts';
import { saveSetting } from './save-setting.ts';
import { viewSettings } from './view-settings.ts';

const LIMITS = { minimumKobo: '10000', maximumKobo: '1000000000' };
const own: Brand = { ...DEFAULT_SETTINGS.brand, licence: 'Licence 42 of the Central Bank' };

let testDatabase: TestDatabase;
let clock: TestClock;
let settings: OperatorSettings;
const adminId = newId<UserId>();

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  clock = createTestClock();
  settings = createOperatorSettings({ database: testDatabase.database, clock, limits: LIMITS });
  await testDatabase.database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, is_admin)
     values ($1, 'a@kobogate.test', 'a@kobogate.test', 'Sample', 'Admin', '0', '0', 'none', true)`,
    [adminId],
  );
});
afterEach(() => testDatabase.drop());

const save = <Section extends SettingSection>(section: Section, version: number, value: Settings[Section]) =>
  saveSetting({ database: testDatabase.database, settings }, { section, version, value, adminId });
const view = () => viewSettings({ database: testDatabase.database, settings });

describe('what holds', () => {
  test('is the default at first: all orders wait, the samples, the deployment’s limits', async () => {
    expect(await settings.current()).toEqual({
      brand: DEFAULT_SETTINGS.brand,
      switches: { paymentLinks: true, accountSettings: true },
      clearing: {
        automaticBelowKobo: null,
        paymentsBelowKobo: LIMITS.maximumKobo,
        minimumAccountDays: 0,
        shortBasisPoints: 10,
        rateMoveBasisPoints: 200,
      },
      limits: LIMITS,
      exposure: { userKobo: '5000000000', totalKobo: '100000000000' },
      holds: DEFAULT_SETTINGS.holds,
      approvals: { secondAboveKobo: '500000000' },
      tiers: DEFAULT_SETTINGS.tiers,
      risk: DEFAULT_SETTINGS.risk,
      access: DEFAULT_SETTINGS.access,
      legal: NO_STATEMENTS,
      retention: DEFAULT_SETTINGS.retention,
    });
    expect((await view()).brand).toEqual({ value: DEFAULT_SETTINGS.brand, version: 0, history: [] });
  });

  test('is new at once in the process that saved it, and within a second in another one', async () => {
    const other = await openDatabase({ url: testDatabase.url, maxConnections: 1, log: silentLog });
    try {
      const elsewhere = createOperatorSettings({ database: other, clock, limits: LIMITS });
      await Promise.all([settings.current(), elsewhere.current()]);
      await save('brand', 0, own);
      expect((await settings.current()).brand).toEqual(own);
      expect((await elsewhere.within(other)).brand).toEqual(own);
      clock.advance(1000);
      expect((await elsewhere.current()).brand).toEqual(own);
    } finally {
      await other.close();
    }
  });

  test('a statement of the operator’s is kept by its page and section, and those that were not made are empty', async () => {
    const terms = { ...NO_STATEMENTS.terms, accounts: 'You have to be 18 years old.' };
    await save('legal', 0, { ...NO_STATEMENTS, terms });
    const { legal } = await settings.current();
    expect(legal.terms['accounts']).toBe('You have to be 18 years old.');
    expect(Object.values(legal.privacy).every((statement) => statement === '')).toBe(true);
    expect(Object.keys(legal.amlKyc).length).toBeGreaterThan(0);
  });

  test('fields that a later version adds to a section have their default besides the earlier decisions', async () => {
    await testDatabase.database.query(
      `insert into setting_change (subject, version, before, after, changed_by)
       values ('clearing', 1, '{}', '{"automaticBelowKobo": "5000"}', $1)`,
      [adminId],
    );
    expect((await settings.current()).clearing).toEqual({
      automaticBelowKobo: '5000',
      paymentsBelowKobo: LIMITS.maximumKobo,
      minimumAccountDays: 0,
      shortBasisPoints: 10,
      rateMoveBasisPoints: 200,
    });
  });
});

describe('the history', () => {
  test('says who changed what from what to what, the newest first', async () => {
    await save('limits', 0, { minimumKobo: '20000', maximumKobo: '30000' });
    await save('limits', 1, { minimumKobo: '25000', maximumKobo: '30000' });
    const { limits } = await view();
    expect(limits.version).toBe(2);
    expect(limits.history).toMatchObject([
      { version: 2, by: 'Sample Admin', before: { minimumKobo: '20000' }, after: { minimumKobo: '25000' } },
      { version: 1, by: 'Sample Admin', before: LIMITS, after: { minimumKobo: '20000' } },
    ]);
    expect((await view()).brand.history).toEqual([]);
  });

  test.each(['update setting_change set after = before', 'delete from setting_change', 'truncate setting_change'])(
    'is final: the database refuses to %s',
    async (statement) => {
      await save('brand', 0, own);
      await expect(testDatabase.database.query(statement)).rejects.toThrow('a change of a setting is final');
      expect((await view()).brand.history).toHaveLength(1);
    },
  );
});

describe('saving', () => {
  test('of two who have read the same version one is refused with a message, also at the same moment', async () => {
    const clearing = (kobo: string) =>
      save('clearing', 0, {
        automaticBelowKobo: kobo,
        paymentsBelowKobo: null,
        minimumAccountDays: 0,
        shortBasisPoints: 10,
        rateMoveBasisPoints: 200,
      });
    const outcomes = await Promise.allSettled(['100', '200', '300', '400'].map(clearing));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(clearing('500')).rejects.toMatchObject({
      status: 409,
      message: /This has been changed since/,
    });
    expect((await view()).clearing.history).toHaveLength(1);
  });

  test('nothing different is no change', async () => {
    await expect(save('limits', 0, LIMITS)).rejects.toMatchObject({ status: 422, message: 'No changes to save.' });
  });

  test.each<[string, SettingSection, unknown]>([
    ['The amount that one customer may lock has to be above ₦0.', 'exposure', { userKobo: '0', totalKobo: '1' }],
    [
      'One customer can’t lock more than all together. Please check both.',
      'exposure',
      { userKobo: '2', totalKobo: '1' },
    ],
    ['The smallest conversion has to be above ₦0.', 'limits', { minimumKobo: '0', maximumKobo: '1' }],
    [
      'The smallest conversion can’t be larger than the largest one. Please check both.',
      'limits',
      { minimumKobo: '2', maximumKobo: '1' },
    ],
    [
      'The largest conversion can be up to ₦100,000,000,000.00.',
      'limits',
      { minimumKobo: '2', maximumKobo: '10000000000001' },
    ],
    [
      'Please give a threshold above ₦0 and up to ₦100,000,000,000.00, or switch it off.',
      'clearing',
      {
        automaticBelowKobo: '0',
        paymentsBelowKobo: null,
        minimumAccountDays: 0,
        shortBasisPoints: 10,
        rateMoveBasisPoints: 200,
      },
    ],
    [
      'Please give a threshold above ₦0 and up to ₦100,000,000,000.00, or switch it off.',
      'clearing',
      {
        automaticBelowKobo: null,
        paymentsBelowKobo: '10000000000001',
        minimumAccountDays: 0,
        shortBasisPoints: 10,
        rateMoveBasisPoints: 200,
      },
    ],
    [
      'Please let a payment be short by at most 50 hundredths of a percent, which is half a percent.',
      'clearing',
      {
        automaticBelowKobo: null,
        paymentsBelowKobo: null,
        minimumAccountDays: 0,
        shortBasisPoints: 51,
        rateMoveBasisPoints: 200,
      },
    ],
    [
      'Please let a rate move by at most 1,000 hundredths of a percent, which is a tenth.',
      'clearing',
      {
        automaticBelowKobo: null,
        paymentsBelowKobo: null,
        minimumAccountDays: 0,
        shortBasisPoints: 10,
        rateMoveBasisPoints: 1001,
      },
    ],
    [
      'Please give an age of at most 3650 days.',
      'clearing',
      {
        automaticBelowKobo: null,
        paymentsBelowKobo: null,
        minimumAccountDays: 3651,
        shortBasisPoints: 10,
        rateMoveBasisPoints: 200,
      },
    ],
  ])('refuses with: %s', async (message, section, value) => {
    await expect(save(section, 0, value as Settings[typeof section])).rejects.toMatchObject({ status: 422, message });
    expect((await view())[section].version).toBe(0);
  });
});

describe('the form of what is sent', () => {
  const body = (brand: object) =>
    endpoints.settings.saveBrand.body.safeParse({ version: 0, value: { ...own, ...brand } });

  test.each([
    [{ socialLinks: [{ label: 'X', url: 'javascript:alert(1)' }] }, /https:/],
    [{ socialLinks: [{ label: 'X', url: 'http://example.com' }] }, /https:/],
    [{ socialLinks: [{ label: 'X', url: 'https://user@example.com' }] }, /https:/],
    [{ supportEmail: 'invalid' }, /valid email address/],
    [{ supportPhone: '12' }, /valid phone number/],
    [{ name: '  ' }, /name of the company/],
    [{ licence: 'a\u202Eb' }, /invisible/],
    [{ address: Array.from({ length: 7 }, () => 'line') }, /6 lines/],
  ])('a brand with %j is refused with a message', (brand, sentence) => {
    const parsed = body(brand);
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.message).toMatch(sentence);
  });

  test('a brand with channels, an e-mail address and a phone number is taken', () => {
    const brand = {
      socialLinks: [{ label: 'X', url: 'https://example.com/us' }],
      supportEmail: 'help@example.com',
      supportPhone: '+234 800 000 0000',
    };
    expect(body(brand).data?.value).toMatchObject(brand);
  });
});
