// A stolen token of an administrator is not enough. Five minutes after its owner was last proven it changes no policy
// and decides nothing large, by any call; an administrator who has to have a second factor gets no further than setting
// it up; and an API call that writes names its rule, or this fails.
import { type Kobo, toKobo } from '@kobogate/money';
import { type Endpoint, endpoints, type ProofRule, type UserId } from '@kobogate/contract';
import { decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import {
  appCode,
  codesIn,
  createAuthenticator,
  createTestTwoFactor,
  signUpWithApp,
} from '@kobogate/testkit/identity/two-factor.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, route } from '../../platform/route.ts';

const FIVE_MINUTES = 5 * 60_000;

/** The rule of each administrators' call that writes: `none` only where nothing moves and nothing is decided. */
const RULES: Readonly<Record<string, ProofRule>> = {
  'PUT /admin/users/{id}/tier': 'fresh',
  'PUT /admin/users/{id}/role': 'fresh',
  'PUT /admin/users/{id}/state': 'fresh',
  'PUT /admin/users/{id}/factor-reset': 'fresh',
  'POST /admin/users/{id}/data': 'fresh',
  'POST /admin/team/invitations': 'fresh',
  'POST /admin/team/invitations/{id}/send': 'fresh',
  // It takes power away, as fast as can be.
  'POST /admin/team/invitations/{id}/withdraw': 'none',
  'PUT /admin/products/{currency}/{network}': 'fresh',
  'PUT /admin/settings/brand': 'fresh',
  'PUT /admin/settings/switches': 'fresh',
  'PUT /admin/settings/clearing': 'fresh',
  'PUT /admin/settings/limits': 'fresh',
  'PUT /admin/settings/exposure': 'fresh',
  'PUT /admin/settings/approvals': 'fresh',
  // What holds stays: only a wish to loosen it ends.
  'POST /admin/settings/approvals/proposal/end': 'none',
  'PUT /admin/settings/tiers': 'fresh',
  'PUT /admin/settings/holds': 'fresh',
  'PUT /admin/settings/legal': 'fresh',
  'PUT /admin/settings/risk': 'fresh',
  'PUT /admin/settings/retention': 'fresh',
  'PUT /admin/settings/access': 'fresh',
  // Coins that nobody knew are credited from then on.
  'POST /admin/networks/{network}/resume': 'fresh',
  // Whatever the amount: the books are older than the bank.
  'POST /admin/recovery/transfers/{id}': 'fresh',
  'POST /admin/recovery/transfers/{id}/settlement': 'fresh',
  'POST /admin/recovery/read-from': 'fresh',
  'POST /admin/recovery/lift': 'fresh',
  'POST /admin/users/{id}/closing': 'fresh',
  'POST /admin/users/{id}/debts/settlement': 'amount',
  'PUT /order/{id}': 'amount',
  'POST /order/admin/approvals': 'amount',
  'POST /order/{id}/payout/retry': 'amount',
  'POST /order/{id}/payout/not-made': 'amount',
  // Whatever the amount: two of them know better than the bank's own answers.
  'POST /order/{id}/payout/paid': 'fresh',
  'POST /admin/deposits/{id}/vouch': 'amount',
  'PUT /admin/refunds/{id}': 'amount',
  'POST /admin/suspense/credit': 'amount',
  'POST /admin/suspense/late/{id}/settle': 'amount',
  'POST /admin/suspense/unclaimed/{id}/credit': 'amount',
  'POST /admin/suspense/unclaimed/{id}/keep': 'amount',
  // The operator's keys sign what a plan says: it is asked for, handed in and discarded by the owner of the session.
  'POST /admin/treasury/tasks': 'fresh',
  'POST /admin/treasury/signed': 'fresh',
  'POST /admin/treasury/plans/{id}/discard': 'fresh',
  // Nothing but what was handed in is sent.
  'POST /admin/treasury/plans/{id}/send': 'none',
  // It may be assigned to a customer, whose coins then pay for it.
  'POST /admin/found-payments/{id}/explain': 'fresh',
  // An approval is taken back: nothing leaves because of it.
  'POST /order/{id}/undo': 'none',
  // The bank is asked, chains and ledger are read; no money moves.
  'POST /order/{id}/payout/check': 'none',
  // Who looks at what.
  'PUT /admin/order-views': 'none',
  'PUT /admin/presence': 'none',
  // Words for the team.
  'POST /order/{id}/notes': 'none',
  'POST /admin/users/{id}/notes': 'none',
  'POST /admin/audit/prove': 'none',
  'POST /admin/ledger/verify': 'none',
  'POST /admin/reconciliations': 'none',
};

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;
const everyCall = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group));
const ofAdmins = everyCall.filter(({ access }) => access === 'staff');
const writing = ofAdmins.filter(({ method }) => method !== 'GET');

/** The amount that the next call decides about, in kobo. */
let worth: bigint | null = 0n;
/** Marks that a call reached its use case. */
const REACHED = 'reached';
const stand = (endpoint: Endpoint): Route =>
  route(
    { ...endpoint, media: 'application/json' },
    async ({ caller }) => {
      expect(caller.userId).not.toBe('');
      return { message: REACHED };
    },
    async () => worth,
  );

let optional: TestAccounts;
let required: TestAccounts;
beforeAll(async () => {
  optional = await createTestTwoFactor('optional', () => ofAdmins.map(stand));
  const { accounts, twoFactor, lostFactor } = endpoints;
  const own = new Set<Endpoint>([accounts, twoFactor, lostFactor].flatMap((calls) => Object.values<Endpoint>(calls)));
  const sessions = new Set<Endpoint>(Object.values(endpoints.sessions));
  required = await createTestTwoFactor('required', () =>
    everyCall.filter((call) => call.access !== 'public' && !own.has(call) && !sessions.has(call)).map(stand),
  );
});
afterAll(async () => {
  await optional.close();
  await required.close();
});

/** The minimal input of each call whose rule is by amount, so that its amount can be found. */
const DECISION = {
  status: 'approved',
  as: 'operator',
  reason: 'Looked at',
  userId: 'x',
  email: 'x@example.test',
  asset: 'USDC.e@polygon',
  amount: '1',
  orders: [{ id: '01890000-0000-7000-8000-000000000000', version: 1 }],
};
const UUID = '01890000-0000-7000-8000-000000000000';
async function press(accounts: TestAccounts, token: string, { method, path, proof }: Endpoint) {
  const url = path.replaceAll(/\{\w+\}/g, UUID);
  const answer = await accounts.call(method, url, method === 'GET' ? undefined : proof === 'amount' ? DECISION : {}, {
    token,
  });
  return { status: answer.status, code: Object(answer.body)['code'], message: answer.body.message };
}
/** Whether a call was admitted: its answer is then about the input. */
const isLetIn = ({ status }: { status: number }): boolean => status !== 403 && status !== 401;

async function logIn(accounts: TestAccounts, email: string): Promise<string> {
  const { body } = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
  return String(body.data?.['token']);
}
async function newAdmin(accounts: TestAccounts, email: string): Promise<string> {
  await accounts.signUp(email);
  await accounts.database.query(`update app_user set is_admin = true where email = $1`, [email]);
  return logIn(accounts, email);
}

it('[A12] every call of administrators that writes has its rule here, and no reading call has one', () => {
  expect(Object.fromEntries(writing.map((call) => [nameOf(call), call.proof]))).toEqual(RULES);
  expect(everyCall.filter((call) => !writing.includes(call) && call.proof !== 'none')).toEqual([]);
});

describe('[A12] the token of an administrator', () => {
  const guarded = writing.filter(({ proof }) => proof !== 'none');
  it.each(guarded.map((call) => [nameOf(call), call] as const))('%s', async (_name, call) => {
    worth = 100_000_001n;
    const token = await newAdmin(optional, `admin-${writing.indexOf(call)}@example.test`);
    optional.clock.advance(FIVE_MINUTES);
    expect(isLetIn(await press(optional, token, call))).toBe(true);
    optional.clock.advance(1);
    const stale = { status: 403, code: 'proof-needed', message: expect.stringMatching(/password again/) };
    expect(await press(optional, token, call)).toMatchObject(stale);
    const proven = await optional.call('POST', '/auth/prove', { password: PASSWORD }, { token });
    expect(proven.status).toBe(200);
    expect(isLetIn(await press(optional, token, call))).toBe(true);
  });

  it('reads and asks without a new one', async () => {
    const token = await newAdmin(optional, 'reads@example.test');
    optional.clock.advance(FIVE_MINUTES + 1);
    for (const call of ofAdmins.filter(({ proof }) => proof === 'none')) {
      expect(isLetIn(await press(optional, token, call))).toBe(true);
    }
  });

  it('decides up to the operator’s amount without a new proof, and about nothing whose worth is unknown', async () => {
    const token = await newAdmin(optional, 'amounts@example.test');
    optional.clock.advance(FIVE_MINUTES + 1);
    const decide = async (kobo: Kobo | null) => {
      worth = kobo;
      return press(optional, token, endpoints.adminOrders.decide);
    };
    expect(await decide(toKobo(100_000_000n))).toMatchObject({ status: 200, message: REACHED });
    expect(await decide(toKobo(100_000_001n))).toMatchObject({ status: 403, code: 'proof-needed' });
    expect(await decide(null)).toMatchObject({ status: 403, code: 'proof-needed' });
    const [row] = await optional.database.query<{ id: UserId }>(`select id from app_user where is_admin limit 1`);
    await decideSetting(optional.database, row?.id ?? idFor<UserId>(''), 'access', {
      proofAboveKobo: '0',
      adminHours: 12,
      adminIdleMinutes: 30,
      userDays: 30,
      userIdleDays: 14,
      lostFactorHours: 72,
    });
    expect(await decide(toKobo(1n))).toMatchObject({ status: 403, code: 'proof-needed' });
  });

  it('is proven again by nothing less than everything that its owner has, and proves no other session', async () => {
    const email = 'app@example.test';
    const { secret } = await signUpWithApp(optional, email);
    await optional.database.query(`update app_user set is_admin = true where email = $1`, [email]);
    const step = await optional.call('POST', '/auth/login', { email, password: PASSWORD });
    const challenge = Object(step.body.data?.['secondFactor'])['challenge'];
    const code = () => appCode(secret, optional.clock.now());
    const second = { challenge, method: 'totp', code: code() };
    const signedIn = await optional.call('POST', '/auth/second-factor', second);
    const token = String(signedIn.body.data?.['token']);
    const save = () => press(optional, token, endpoints.settings.saveClearing);
    expect(isLetIn(await save())).toBe(true);
    optional.clock.advance(FIVE_MINUTES + 1);
    const prove = (proof: object, by = token) => optional.call('POST', '/auth/prove', proof, { token: by });
    for (const proof of [{}, { password: PASSWORD }, { code: code() }, { password: 'wrong', code: code() }]) {
      expect((await prove(proof)).status).toBe(422);
      expect(await save()).toMatchObject({ code: 'proof-needed' });
    }
    const other = await optional.call('POST', '/auth/login', { email, password: PASSWORD });
    expect(other.body.data?.['token']).toBeUndefined();
    expect((await prove({ password: PASSWORD, code: code() })).status).toBe(200);
    expect(isLetIn(await save())).toBe(true);
    // The same code again, as from an onlooker.
    expect((await prove({ password: PASSWORD, code: code() })).status).toBe(422);
  });

  it.each([
    ['POST', '/two-factor/totp', {}],
    ['POST', '/two-factor/passkeys/options', {}],
    ['POST', '/two-factor/recovery-codes', {}],
    ['POST', '/two-factor/off', {}],
    ['PUT', '/user/password', { currentPassword: '', newPassword: 'another good horse 43' }],
  ] as const)('[A8] %s %s needs a separate proof, fresh or not', async (method, path, body) => {
    const email = `own-${path.replaceAll('/', '-')}@example.test`;
    const { token } = await signUpWithApp(optional, email);
    expect((await optional.call(method, path, body, { token })).status).toBe(422);
    const withPassword = { ...body, password: PASSWORD, currentPassword: PASSWORD };
    expect((await optional.call(method, path, withPassword, { token })).status).toBe(422);
  });
});

describe('[A12] an administrator who has to set up a second factor', () => {
  it('gets no further than that by any call, and everywhere once it is set up; the last one stays', async () => {
    const token = await newAdmin(required, 'first@example.test');
    const blocked = everyCall.filter(({ access, isForSetUp }) => access !== 'public' && !isForSetUp);
    expect(blocked.length).toBeGreaterThan(60);
    for (const call of blocked) {
      expect({ call: nameOf(call), ...(await press(required, token, call)) }).toMatchObject({
        call: nameOf(call),
        status: 403,
        code: 'second-factor-needed',
      });
    }
    const user = async () => (await required.call('GET', '/user', undefined, { token })).body.data;
    expect(await user()).toMatchObject({ mustSetUpTwoFactor: true });
    expect((await required.call('GET', '/two-factor', undefined, { token })).body.data).toMatchObject({
      isOn: false,
      isRequired: true,
    });
    const { body } = await required.call('POST', '/two-factor/totp', { password: PASSWORD }, { token });
    const secret = String(body.data?.['secret']);
    expect(await press(required, token, endpoints.adminOrders.count)).toMatchObject({ status: 403 });
    const confirm = { code: appCode(secret, required.clock.now()) };
    expect(codesIn(await required.call('POST', '/two-factor/totp/confirm', confirm, { token }))).toHaveLength(10);
    expect(await user()).not.toHaveProperty('mustSetUpTwoFactor');
    expect(await press(required, token, endpoints.adminOrders.count)).toMatchObject({ message: REACHED });
    required.clock.advance(60_000);
    for (const path of ['/two-factor/totp/remove', '/two-factor/off']) {
      const proof = { password: PASSWORD, code: appCode(secret, required.clock.now()) };
      expect(await required.call('POST', path, proof, { token })).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/Your role takes a second factor/) },
      });
    }
  });

  it('keeps one where two are removed at the same moment', async () => {
    const email = 'two@example.test';
    const token = await newAdmin(required, email);
    const options = await required.call('POST', '/two-factor/passkeys/options', { password: PASSWORD }, { token });
    const registration = createAuthenticator().register(Object(options.body.data));
    const added = await required.call('POST', '/two-factor/passkeys', { name: 'Key', registration }, { token });
    const codes = codesIn(added);
    const proof = (index: number) => ({ password: PASSWORD, code: codes[index] });
    const { body } = await required.call('POST', '/two-factor/totp', proof(0), { token });
    const confirm = { code: appCode(String(body.data?.['secret']), required.clock.now()) };
    await required.call('POST', '/two-factor/totp/confirm', confirm, { token });
    const state = await required.call('GET', '/two-factor', undefined, { token });
    const [passkey] = endpoints.twoFactor.get.answer.parse(state.body).data.passkeys;
    const answers = await Promise.all([
      required.call('POST', '/two-factor/totp/remove', proof(1), { token }),
      required.call('POST', `/two-factor/passkeys/${passkey?.id}/remove`, proof(2), { token }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('[A4] is also required of a customer who becomes an administrator, and of no other customer', async () => {
    const token = await required.signUp('customer@example.test');
    expect(await press(required, token, endpoints.notifications.list)).toMatchObject({ message: REACHED });
    const user = await required.call('GET', '/user', undefined, { token });
    expect(user.body.data).not.toHaveProperty('mustSetUpTwoFactor');
  });
});
