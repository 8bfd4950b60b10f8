// In any order of two sign-ups with one address, no data of the stranger is ever on the account that the owner of the
// mailbox proves, and the owner gets in.
import {
  type CallOptions,
  createTestAccounts,
  PASSWORD,
  type TestAccounts,
} from '@kobogate/testkit/identity/accounts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());

const OWNERS = {
  first_name: 'Ngozi',
  last_name: 'Owner',
  phone: '+234 803 111 1111',
  password: 'the owner’s sea of herons',
};
const STRANGERS = {
  first_name: 'Mallory',
  last_name: 'Stranger',
  phone: '+234 803 999 9999',
  password: 'the thief likes turnips',
};
const NEW_PASSWORD = 'a phrase set by the link';

/** Where the two call from: two browsers, programs at two addresses, or programs at one address. */
const SETTINGS: Readonly<Record<string, { owner: CallOptions; stranger: CallOptions }>> = {
  'two browsers': {
    owner: { device: 'owners-browser-0123456789', address: '203.0.113.1' },
    stranger: { device: 'strangers-browser-0123456789', address: '192.0.2.6' },
  },
  'two browsers behind one address': {
    owner: { device: 'owners-browser-0123456789', address: '203.0.113.1' },
    stranger: { device: 'strangers-browser-0123456789', address: '203.0.113.1' },
  },
  'a browser, and a program behind the same address': {
    owner: { device: 'owners-browser-0123456789', address: '203.0.113.1' },
    stranger: { address: '203.0.113.1' },
  },
  'two programs': { owner: { address: '203.0.113.1' }, stranger: { address: '192.0.2.6' } },
  'two programs behind one address': { owner: { address: '203.0.113.1' }, stranger: { address: '203.0.113.1' } },
};

/** What can happen before the owner proves the address; the owner's first step is always the sign-up. */
const STEPS = {
  'stranger registers': (email: string, { stranger }: Places) => accounts.register(email, STRANGERS, stranger),
  'stranger resends': (email: string, { stranger }: Places) =>
    accounts.call('POST', '/auth/resend-otp', { email }, stranger),
  'stranger logs in': (email: string, { stranger }: Places) =>
    accounts.call('POST', '/auth/login', { email, password: STRANGERS.password }, stranger),
  'stranger asks for a link': (email: string, { stranger }: Places) =>
    accounts.call('POST', '/auth/forgot-password', { email }, stranger),
  'owner resends': (email: string, { owner }: Places) => accounts.call('POST', '/auth/resend-otp', { email }, owner),
  'owner logs in': (email: string, { owner }: Places) =>
    accounts.call('POST', '/auth/login', { email, password: OWNERS.password }, owner),
} as const;
type Places = (typeof SETTINGS)[string];
type Step = keyof typeof STEPS | 'owner registers';

const STRANGERS_STEPS = ['stranger resends', 'stranger logs in', 'stranger asks for a link'] as const;
const OWNERS_STEPS = ['owner resends', 'owner logs in'] as const;

/**
 * Every order of both sign-ups, with one other step of each of the two, or of one, or of none, between or after them.
 */
function interleavings(): Step[][] {
  const orders: Step[][] = [];
  const extras: Step[][] = [
    [],
    ...[...STRANGERS_STEPS, ...OWNERS_STEPS].map((one) => [one]),
    ...STRANGERS_STEPS.flatMap((one) => OWNERS_STEPS.map((two) => [one, two])),
  ];
  for (const first of [
    ['owner registers', 'stranger registers'],
    ['stranger registers', 'owner registers'],
    ['stranger registers', 'owner registers', 'stranger registers'],
  ] as Step[][]) {
    for (const extra of extras) {
      for (let at = 1; at <= first.length; at += 1) orders.push([...first.slice(0, at), ...extra, ...first.slice(at)]);
    }
  }
  return orders;
}

const codesMailed = (email: string): string[] =>
  accounts.mails
    .filter(({ to, subject }) => to === email && subject.endsWith('code'))
    .map(({ text }) => /\b\d{4}\b/.exec(text)?.[0] ?? '');

const userOf = async (token: string) => (await accounts.call('GET', '/user', undefined, { token })).body.data ?? {};

/**
 * The owner types the mailed codes, the newest first, as a user does with all of them in the mailbox; else uses a link.
 */
async function ownerGetsIn(email: string, owner: CallOptions): Promise<{ token: string; password: string }> {
  for (const otp of codesMailed(email).toReversed().slice(0, 3)) {
    const { body } = await accounts.call('POST', '/auth/verify', { email, otp }, owner);
    if (typeof body.data?.['token'] === 'string') return { token: body.data['token'], password: OWNERS.password };
  }
  await accounts.worker.drain();
  const linked = () =>
    accounts.mails.findLast(({ to, text }) => to === email && text.includes('/reset-password?token='))?.text;
  if (linked() === undefined) {
    await accounts.call('POST', '/auth/forgot-password', { email }, owner);
    await accounts.worker.drain();
  }
  const token = /token=([\w-]+)/.exec(linked() ?? '')?.[1];
  const body = { token, newPassword: NEW_PASSWORD };
  expect((await accounts.call('POST', '/auth/reset-password', body, owner)).status).toBe(200);
  const login = await accounts.call('POST', '/auth/login', { email, password: NEW_PASSWORD }, owner);
  return { token: String(login.body.data?.['token']), password: NEW_PASSWORD };
}

let attempt = 0;
async function play(order: readonly Step[], places: Places): Promise<void> {
  attempt += 1;
  const email = `owner${attempt}@example.test`;
  // Limits that count by network address alone start again.
  if (attempt % 40 === 0) accounts.clock.advance(601_000);
  for (const step of order) {
    if (step === 'owner registers') await accounts.register(email, OWNERS, places.owner);
    else await STEPS[step](email, places);
    await accounts.worker.drain();
  }
  const { token, password } = await ownerGetsIn(email, places.owner);
  const user = await userOf(token);
  expect([user['email'], user['isVerified']]).toEqual([email, true]);
  for (const field of ['first_name', 'last_name', 'phone'] as const) {
    expect([OWNERS[field], ''], `${order.join(', ')}: ${field}`).toContain(user[field]);
  }
  const enter = (typed: string, from: CallOptions) =>
    accounts.call('POST', '/auth/login', { email, password: typed }, from);
  for (const from of [places.stranger, places.owner]) {
    expect((await enter(STRANGERS.password, from)).status, order.join(', ')).toBe(401);
  }
  const entered = await enter(password, places.owner);
  expect([entered.status, typeof entered.body.data?.['token']], order.join(', ')).toEqual([200, 'string']);
  // Codes that were mailed to the stranger, or that they have open, are worthless.
  for (const otp of codesMailed(email)) {
    const late = await accounts.call('POST', '/auth/verify', { email, otp }, places.stranger);
    expect(late.body.data?.['token']).toBeUndefined();
  }
}

describe('[A9] two sign-ups with one address', () => {
  const orders = interleavings();

  it.each(Object.entries(SETTINGS))(
    `from %s, in ${orders.length} orders, leave nothing of the stranger’s`,
    async (_, places) => {
      let played = 0;
      for (const order of orders) {
        await play(order, places);
        played += 1;
      }
      expect(played).toBe(orders.length);
    },
    240_000,
  );

  it('give the owner the names and the password that the owner typed, by the code of the own browser', async () => {
    const { owner, stranger } = SETTINGS['two browsers'] as Places;
    const email = 'simple@example.test';
    await accounts.register(email, OWNERS, owner);
    const otp = await accounts.codeFor(email);
    await accounts.register(email, STRANGERS, stranger);
    const newest = await accounts.codeFor(email);
    const verify = (typed: string) => accounts.call('POST', '/auth/verify', { email, otp: typed }, owner);
    // Of 10,000 codes two may be the same: then they can't be distinguished.
    expect([newest === otp ? 422 : (await verify(newest)).status]).toEqual([422]);
    const { body } = await verify(otp);
    expect(await userOf(String(body.data?.['token']))).toMatchObject({ first_name: 'Ngozi', phone: OWNERS.phone });
    expect((await accounts.call('POST', '/auth/login', { email, password: OWNERS.password })).status).toBe(200);
  });

  it('behind one address of programs, a right code sets nothing and mails a link', async () => {
    const email = 'mixed@example.test';
    await accounts.register(email, OWNERS);
    await accounts.register(email, STRANGERS);
    const otp = await accounts.codeFor(email);
    expect(await accounts.call('POST', '/auth/verify', { email, otp })).toMatchObject({
      status: 422,
      body: { code: 'password-needed', message: expect.stringContaining('We sent you a link') },
    });
    await accounts.worker.drain();
    expect(accounts.mails.at(-1)).toMatchObject({ to: email, text: expect.stringContaining('/reset-password?token=') });
  });

  it('sent at the same moment leave one account, with the data of the code’s own sign-up', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = `race${round}@example.test`;
      const { owner, stranger } = SETTINGS['two browsers'] as Places;
      await Promise.all([accounts.register(email, OWNERS, owner), accounts.register(email, STRANGERS, stranger)]);
      await accounts.worker.drain();
      const { password } = await ownerGetsIn(email, owner);
      expect((await accounts.call('POST', '/auth/login', { email, password: STRANGERS.password })).status).toBe(401);
      expect((await accounts.call('POST', '/auth/login', { email, password })).status).toBe(200);
    }
  });

  it('behind one address of programs at the same moment are mixed too', async () => {
    const email = 'mixed-race@example.test';
    const address = '198.51.100.7';
    await Promise.all([
      accounts.register(email, OWNERS, { address }),
      accounts.register(email, STRANGERS, { address }),
    ]);
    const otp = await accounts.codeFor(email);
    const { body } = await accounts.call('POST', '/auth/verify', { email, otp }, { address });
    expect(body).toMatchObject({ code: 'password-needed' });
  });
});

describe('[A9] one person', () => {
  it('an owner who closes the tab and registers again, in the same browser or by a program, gets through', async () => {
    for (const from of [{ device: 'again-browser-0123456789' }, {}] as CallOptions[]) {
      const email = from.device === undefined ? 'again@example.test' : 'again-browser@example.test';
      await accounts.register(email, OWNERS, from);
      await accounts.register(email, { ...OWNERS, first_name: 'Ngozi Ada' }, from);
      const otp = await accounts.codeFor(email);
      const { status, body } = await accounts.call('POST', '/auth/verify', { email, otp }, from);
      expect(status).toBe(200);
      expect(await userOf(String(body.data?.['token']))).toMatchObject({ first_name: 'Ngozi Ada' });
      expect((await accounts.call('POST', '/auth/login', { email, password: OWNERS.password })).status).toBe(200);
    }
  });

  it('an owner who continues in another browser logs in there, and types the code there', async () => {
    const there = { device: 'second-browser-0123456789', address: '198.51.100.20' };
    const body = { email: 'moves@example.test', password: OWNERS.password };
    await accounts.register(body.email, OWNERS, { device: 'first-browser-0123456789' });
    accounts.clock.advance(1000);
    await accounts.register(body.email, STRANGERS, SETTINGS['two browsers']?.stranger);
    // The newest sign-up is the stranger's, and this password does not fit it: the link is the way in.
    expect((await accounts.call('POST', '/auth/login', body, there)).status).toBe(401);
    const email = 'moves-alone@example.test';
    await accounts.register(email, OWNERS, { device: 'first-browser-0123456789' });
    // Mailed before the second code is requested: the worker sends two mails at once in either order, and each code
    // belongs to one browser.
    await accounts.worker.drain();
    expect((await accounts.call('POST', '/auth/login', { ...body, email }, there)).status).toBe(200);
    const otp = await accounts.codeFor(email);
    expect((await accounts.call('POST', '/auth/verify', { email, otp }, there)).status).toBe(200);
  });

  it('an owner whose browser signed up keeps names and phone with a new password by link; another’s are left out', async () => {
    const own = { device: 'linked-browser-0123456789' };
    for (const [email, from, expected] of [
      ['linked@example.test', own, { first_name: 'Ngozi', phone: OWNERS.phone, isVerified: true }],
      ['linked-elsewhere@example.test', {}, { first_name: '', last_name: '', phone: '', isVerified: true }],
    ] as const) {
      await accounts.register(email, OWNERS, own);
      await accounts.call('POST', '/auth/forgot-password', { email }, from);
      await accounts.worker.drain();
      const mail = accounts.mails.findLast(({ to, text }) => to === email && text.includes('token='));
      const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      await accounts.call('POST', '/auth/reset-password', { token, newPassword: NEW_PASSWORD }, from);
      const login = await accounts.call('POST', '/auth/login', { email, password: NEW_PASSWORD }, from);
      expect(await userOf(String(login.body.data?.['token']))).toMatchObject(expected);
      expect((await accounts.call('POST', '/auth/login', { email, password: PASSWORD }, from)).status).toBe(401);
    }
  });
});
