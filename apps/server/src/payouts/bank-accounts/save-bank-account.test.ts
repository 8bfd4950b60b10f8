// A payout account is saved with the bank's name for it; a change raises its version and its owner is notified.
import type { UserId } from '@kobogate/contract';
import { callerOf, createTestProof, SESSION_ENDS, signIn } from '@kobogate/testkit/identity/sessions.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttp, mountRoutes } from '../../platform/http.ts';
import { newId } from '../../platform/identifiers.ts';
import { createBankDirectory } from '../bank-directory.ts';
import type { NameAnswer } from '../bank-rail.ts';
import { bankAccountRoutes } from './routes.ts';

const BANKS = [
  { bankName: 'Access Bank', bankCode: '000014' },
  { bankName: 'Sample Microfinance Bank', bankCode: '090000' },
  // Listed by what people call another one.
  { bankName: 'Sample Trust', bankCode: '090001' },
];
const DETAILS = { accountNumber: '0123456785', bankName: 'access bank', accountName: 'Adaeze Obi' };
const PASSWORD = 'correct horse 42';
const clock = createTestClock();

let test: TestDatabase;
let http: Awaited<ReturnType<typeof createHttp>>;
let answer: NameAnswer;
/** Runs while the bank is asked for the name. */
let duringQuestion: () => Promise<void>;
let userId: UserId;

beforeAll(async () => {
  test = await createTestDatabase();
  const options = {
    log: silentLog,
    admit: async () => undefined,
    authenticate: async (token: string) => callerOf(idFor(token)),
  };
  http = await createHttp(options);
  const resolveAccount = async () => {
    await duringQuestion();
    return answer;
  };
  const rails = [{ name: 'sample', listBanks: async () => BANKS, resolveAccount }];
  const known = [
    { name: 'Sample Microfinance Bank', nip: '090000', cbn: null, other: null, aliases: ['SMB', 'Sample Trust'] },
  ];
  const directory = createBankDirectory({ rails, known, clock });
  const dependencies = {
    database: test.database,
    clock,
    log: silentLog,
    rails,
    directory,
    publicOrigin: 'https://kobogate.test',
    proveOwner: createTestProof(PASSWORD),
  };
  mountRoutes(http, '/api', bankAccountRoutes(dependencies), options);
});
afterAll(async () => {
  await http.close();
  await test.drop();
});
beforeEach(async () => {
  answer = { kind: 'resolved', accountName: 'OBI ADAEZE' };
  duringQuestion = async () => undefined;
  userId = newId();
  await test.database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash)
     values ($1, $2, $2, 'Adaeze', 'Obi', '', '', '')`,
    [userId, `${userId}@example.test`],
  );
  await signIn(test.database, userId, userId);
});

const call = async (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${userId}` };
  const response = await http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const save = (changes: object = {}) => call('PATCH', '/api/bank-account', { ...DETAILS, ...changes });
const askName = (changes: object = {}) =>
  call('POST', '/api/bank-account/name', { accountNumber: '0123456785', bankName: 'access bank', ...changes });
const mine = () => call('GET', '/api/bank-account/me');

async function versionAndMails(): Promise<unknown> {
  const [row] = await test.database.query<{ version: number }>(`select version from bank_account where user_id = $1`, [
    userId,
  ]);
  const mails = await test.database.query(`select 1 from event where type = 'mail.send' and payload->>'to' = $1`, [
    `${userId}@example.test`,
  ]);
  return [row?.version, mails.length];
}

it('[F-6] [G-3] is null before it is set, then what was saved, under the bank’s own spelling', async () => {
  expect(await mine()).toEqual({ status: 200, body: { data: null } });
  const saved = await save();
  const data = {
    ...DETAILS,
    bankName: 'Access Bank',
    nameResolution: 'resolved',
    resolvedName: 'OBI ADAEZE',
    nameScore: 100,
    updatedAt: clock.now().toISOString(),
  };
  expect(saved).toEqual({ status: 200, body: { message: 'Bank details saved successfully', data } });
  expect(await mine()).toEqual({ status: 200, body: { data } });
});

it('[F-7] the banks are listed by the server, for naira only', async () => {
  const { body } = await call('GET', '/api/bank-account/banks?currency=NGN');
  expect(body).toEqual({
    source: 'live',
    data: [
      { bank_name: 'Access Bank', bank_code: '000014', aliases: [] },
      { bank_name: 'Sample Microfinance Bank', bank_code: '090000', aliases: ['SMB', 'Sample Trust'] },
      { bank_name: 'Sample Trust', bank_code: '090001', aliases: [] },
    ],
  });
  expect((await call('GET', '/api/bank-account/banks')).body).toEqual(body);
  expect(await call('GET', '/api/bank-account/banks?currency=USD')).toMatchObject({ status: 400 });
});

describe('rules', () => {
  it('[E-4] all three fields are required', async () => {
    for (const field of Object.keys(DETAILS)) {
      const refused = { body: { message: 'Please fill in all bank details' } };
      expect(await save({ [field]: ' ' })).toMatchObject({ status: 422, ...refused });
      expect(await save({ [field]: undefined })).toMatchObject({ status: 400, ...refused });
    }
  });

  it('ten digits and a bank of the list are required, with a message; nothing is saved', async () => {
    for (const accountNumber of ['123456789', '12345678901', '01234567８5', '0123 45678']) {
      const refused = await save({ accountNumber });
      expect(refused).toEqual({ status: 422, body: { message: 'An account number has exactly 10 digits.' } });
    }
    const message = 'We do not know a bank of this name. Please pick one from the list.';
    expect(await save({ bankName: 'Access' })).toEqual({ status: 422, body: { message } });
    expect((await mine()).body.data).toBeNull();
  });

  it('[C-5] a bank is taken by what people call it, as the form finds it, and saved under the name that it is listed by', async () => {
    expect((await askName({ bankName: 'smb' })).body).toMatchObject({ data: { name: 'OBI ADAEZE' } });
    const { body } = await save({ bankName: 'smb' });
    expect(body.data).toMatchObject({ bankName: 'Sample Microfinance Bank' });
    // The same bank by another of its names is no change, which would take the password.
    expect(await save({ bankName: 'Sample Microfinance Bank' })).toMatchObject({ status: 200 });
  });

  it('[C-5] a bank that is listed by the very name is taken, and not the saved one that people call so', async () => {
    await save({ bankName: 'Sample Microfinance Bank' });
    const { body } = await save({ bankName: 'Sample Trust', password: PASSWORD });
    expect(body.data).toMatchObject({ bankName: 'Sample Trust' });
    expect((await mine()).body.data).toMatchObject({ bankName: 'Sample Trust' });
  });

  it('[C2] the caller can’t set that the name is resolved, nor whose account it is', async () => {
    answer = { kind: 'unresolved', reason: 'time-out' };
    const { body } = await save({ nameResolution: 'resolved', resolvedName: 'Adaeze Obi', userId: newId() });
    expect(body.data).toMatchObject({ nameResolution: 'unresolved', resolvedName: null });
    expect((await mine()).body.data.nameResolution).toBe('unresolved');
  });
});

describe('the bank’s answer', () => {
  it('[P8] another name is stored as a mismatch and shown', async () => {
    answer = { kind: 'resolved', accountName: 'MUSA BELLO' };
    const { body } = await save();
    expect(body.data).toMatchObject({ nameResolution: 'mismatch', resolvedName: 'MUSA BELLO', nameScore: 0 });
    expect(body.message).toBe(
      'Bank details saved successfully. The bank has this account under the name MUSA BELLO, which is not the name that you gave; please check it.',
    );
  });

  it('[P8] a literal OK is no name', async () => {
    answer = { kind: 'resolved', accountName: 'OK' };
    const { body } = await save({ accountName: 'OK' });
    expect(body.data).toMatchObject({ nameResolution: 'unresolved', resolvedName: null });
    expect(body.message).toContain('The bank did not confirm the name on this account.');
  });
});

describe('[C-5] the name while the account is typed', () => {
  it('is the bank’s, and nothing is saved by asking', async () => {
    expect(await askName()).toEqual({ status: 200, body: { data: { name: 'OBI ADAEZE', digitFits: true } } });
    expect((await mine()).body.data).toBeNull();
  });

  it('[P8] is none where the bank gives none, or a literal OK', async () => {
    for (const next of [
      { kind: 'unresolved', reason: 'time-out' },
      { kind: 'resolved', accountName: 'OK' },
    ] as const) {
      answer = next;
      expect(await askName()).toMatchObject({ status: 200, body: { data: { name: null } } });
    }
  });

  it('takes ten digits and a bank of the list', async () => {
    expect(await askName({ accountNumber: '123' })).toMatchObject({ status: 422 });
    expect(await askName({ bankName: 'Access' })).toMatchObject({ status: 422 });
    expect(await askName({ bankName: ' ' })).toMatchObject({ status: 422 });
  });

  it('[C2] is asked for 15 times an hour, so that nobody looks up other people’s names by it', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 16; count += 1) statuses.push((await askName()).status);
    expect(statuses).toEqual([...Array<number>(15).fill(200), 429]);
  });
});

describe('changes', () => {
  it('raise the version and mail the owner; saving the same again does neither', async () => {
    await save();
    expect(await versionAndMails()).toEqual([1, 1]);
    await save();
    expect(await versionAndMails()).toEqual([1, 1]);
    await save({ accountNumber: '0123456786', password: PASSWORD });
    expect(await versionAndMails()).toEqual([2, 2]);
    const [event] = await test.database.query<{ payload: { text: string } }>(
      `select payload from event where payload->>'to' = $1 order by id desc limit 1`,
      [`${userId}@example.test`],
    );
    expect(event?.payload.text).toContain('ends in 6786 at Access Bank');
    expect(event?.payload.text).not.toContain('0123456786');
  });

  it('at the same moment are made one after the other', async () => {
    await save({ accountNumber: '0123456799' });
    const change = (index: number) => save({ accountNumber: `012345678${index}`, password: PASSWORD });
    await Promise.all(Array.from({ length: 8 }, (_, index) => change(index)));
    expect(await versionAndMails()).toEqual([9, 9]);
  });

  it.each(['accountNumber', 'bankName', 'accountName'])(
    '[A8] of the %s need a proof of the owner, and without it nothing changes',
    async (field) => {
      await save();
      const after = { accountNumber: '0123456786', bankName: 'Sample Microfinance Bank', accountName: 'Obi Adaeze' };
      const change = Object.fromEntries(Object.entries(after).filter(([name]) => name === field));
      const before = await mine();
      for (const password of [undefined, '', 'wrong']) {
        expect(await save({ ...change, password })).toMatchObject({ status: 422, body: { message: 'not proven' } });
      }
      expect(await mine()).toEqual(before);
      expect(await versionAndMails()).toEqual([1, 1]);
      expect(await save({ ...change, password: PASSWORD })).toMatchObject({ status: 200, body: { data: change } });
      expect(await versionAndMails()).toEqual([2, 2]);
    },
  );

  it('[A8] do not get past the proof as one of many simultaneous first ones: one is saved, the others refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save({ accountNumber: `012345678${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7);
    expect(await versionAndMails()).toEqual([1, 1]);
  });

  it.each(SESSION_ENDS)(
    '[A7] are not written where %s while the bank is asked, nor is a first one',
    async (_what, end) => {
      const endAll = () => test.database.transaction((tx) => end(tx, userId));
      duringQuestion = endAll;
      expect(await save()).toMatchObject({
        status: 401,
        body: { message: expect.stringMatching(/signed out in the meantime/) },
      });
      expect(await mine()).toMatchObject({ body: { data: null } });
      duringQuestion = async () => undefined;
      await test.database.query(`update app_user set disabled_at = null where id = $1`, [userId]);
      await test.database.query(`update session set revoked_at = null where user_id = $1`, [userId]);
      await save();
      duringQuestion = endAll;
      expect(await save({ accountNumber: '0123456786', password: PASSWORD })).toMatchObject({ status: 401 });
      expect(await mine()).toMatchObject({ body: { data: { accountNumber: DETAILS.accountNumber } } });
      expect(await versionAndMails()).toEqual([1, 1]);
    },
  );

  it('[A8] [P8] that only ask the bank for the name again need no proof', async () => {
    answer = { kind: 'unresolved', reason: 'time-out' };
    await save();
    answer = { kind: 'resolved', accountName: 'OBI ADAEZE' };
    expect(await save()).toMatchObject({ status: 200, body: { data: { nameResolution: 'resolved' } } });
  });

  it('that are the same one many times at once count once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => save()));
    expect(await versionAndMails()).toEqual([1, 1]);
  });

  it('are limited, so that an account can’t look up the names of others', async () => {
    const answers = [];
    for (let index = 0; index < 21; index += 1)
      answers.push((await save({ accountName: `Name ${index}`, password: PASSWORD })).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    expect(answers.at(-1)).toBe(429);
  });
});
