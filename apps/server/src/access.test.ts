// No caller reaches what they may not: every operation of the contract with every kind of caller, and every thing that has
// an id with every other tenant. What is expected is what the contract declares, and nothing is served beside it.
import {
  type Endpoint,
  endpoints,
  EVENTS_PATH,
  PROOF_NEEDED,
  ROLE_MISSING,
  SCOPES,
  SECOND_FACTOR_NEEDED,
  type Scope,
  STAFF_ROLES,
  type StaffRole,
} from '@kobogate/contract';
import {
  startTestProduct,
  type TestPerson,
  type TestProduct,
  type WireAnswer,
} from '@kobogate/testkit/server/product.ts';
import { fillPath, makeTenant, type TestTenant } from '@kobogate/testkit/server/tenant.ts';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What the contract declares of who may make a call. */
type Rule = Pick<Endpoint, 'method' | 'path' | 'access' | 'roles' | 'scope' | 'proof' | 'isForSetUp'>;

/** Every operation, and the stream of what changes. */
const RULES: readonly Rule[] = [
  ...Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group)),
  { method: 'GET', path: EVENTS_PATH, access: 'user', roles: [], scope: null, proof: 'none', isForSetUp: false },
];

interface CallerKind {
  readonly token: string | undefined;
  /** Whether the token works. */
  readonly isLive: boolean;
  /** Of an API key. */
  readonly scopes?: readonly Scope[];
  readonly role?: StaffRole;
  /** A person of the team who has yet to set up a second factor, or a key of one. */
  readonly lacksFactor?: boolean;
  readonly isFresh?: boolean;
}

let product: TestProduct;
let owner: TestTenant;
let stranger: TestTenant;
let admin: TestPerson;
let callers: Readonly<Record<string, CallerKind>>;
let asked = 0;

beforeAll(async () => {
  product = await startTestProduct();
  [owner, stranger] = [await makeTenant(product), await makeTenant(product)];
  admin = await product.signUpAdmin();
  callers = await makeCallers();
});
afterAll(() => product.close());

async function makeCallers(): Promise<Record<string, CallerKind>> {
  const { signUp, makeKey, database, call } = product;
  const [plain, suspended, left, bare] = [await signUp(), await signUp(), await signUp(), await signUp()];
  const stale = await product.signUpAdmin();
  const keys = {
    revoked: await makeKey(plain.token, SCOPES),
    ofSuspended: await makeKey(suspended.token, SCOPES),
    ofBare: await makeKey(bare.token, SCOPES),
    all: await makeKey(plain.token, SCOPES),
  };
  const ofOneScope: [string, CallerKind][] = [];
  for (const scope of SCOPES) {
    const token = await makeKey(plain.token, [scope]);
    ofOneScope.push([`a key for ${scope}`, { token, isLive: true, scopes: [scope] }]);
  }
  const listed = endpoints.apiKeys.list.answer.parse(await call('GET', '/api-keys', { token: plain.token })).data;
  const oldest = listed.find(({ ending }) => keys.revoked.endsWith(ending));
  await call('POST', `/api-keys/${oldest?.id}/revoke`, { token: plain.token, body: { password: PASSWORD } });
  const user = endpoints.accounts.getUser.answer.parse(await call('GET', '/user', { token: suspended.token })).data;
  const body = { state: 'disabled', reason: 'A sample reason' };
  await call('PUT', `/admin/users/${user.id}/state`, { token: admin.token, body });
  await call('POST', '/auth/logout', { token: left.token });
  await database.query(`update app_user set is_admin = true, admin_since = now() where email = $1`, [bare.email]);
  await database.query(
    `update session set proved_at = null where user_id = (select id from app_user where email = $1)`,
    [stale.email],
  );
  const dead = { isLive: false };
  const live = { isLive: true };
  const ofRoles: [string, CallerKind][] = [];
  for (const role of STAFF_ROLES) {
    const { token } = await product.signUpStaff(role);
    ofRoles.push([`a person of the role ${role}`, { ...live, token, role, isFresh: true }]);
  }
  const newcomer = await signUp();
  await database.query(`update app_user set staff_role = 'support', admin_since = now() where email = $1`, [
    newcomer.email,
  ]);
  return {
    'no caller': { ...dead, token: undefined },
    'an invented token': { ...dead, token: 'A'.repeat(43) },
    'an invented key': { ...dead, token: `kobo_live_${'A'.repeat(43)}` },
    'a session that was left': { ...dead, token: left.token },
    'a suspended user': { ...dead, token: suspended.token },
    'a key of a suspended user': { ...dead, token: keys.ofSuspended },
    'a revoked key': { ...dead, token: keys.revoked },
    'a user': { ...live, token: plain.token },
    'an administrator': { ...live, token: admin.token, role: 'administrator', isFresh: true },
    'an administrator who proved it long ago': { ...live, token: stale.token, role: 'administrator' },
    'an administrator without a second factor': {
      ...live,
      token: bare.token,
      role: 'administrator',
      lacksFactor: true,
    },
    'support without a second factor': { ...live, token: newcomer.token, role: 'support', lacksFactor: true },
    ...Object.fromEntries(ofRoles),
    'a key with every scope': { ...live, token: keys.all, scopes: SCOPES },
    'a key of an administrator without a second factor': {
      ...live,
      token: keys.ofBare,
      scopes: SCOPES,
      lacksFactor: true,
    },
    ...Object.fromEntries(ofOneScope),
  };
}

/** What a caller gets by the contract: a refusal, or whatever their request deserves. */
function expectedOf(rule: Rule, caller: CallerKind): string {
  if (rule.access === 'public') return 'let in';
  if (!caller.isLive) return '401';
  if (caller.scopes !== undefined) {
    if (rule.scope === null) return '403 not-for-keys';
    if (!caller.scopes.includes(rule.scope)) return '403 scope-missing';
  }
  if (rule.access === 'staff') {
    if (caller.role === undefined) return '403 forbidden';
    if (caller.role !== 'administrator' && !rule.roles.includes(caller.role)) return `403 ${ROLE_MISSING}`;
  }
  if (caller.lacksFactor === true && !rule.isForSetUp) return `403 ${SECOND_FACTOR_NEEDED}`;
  if (rule.proof === 'fresh' && caller.isFresh !== true) return `403 ${PROOF_NEEDED}`;
  return 'let in';
}

/** What a caller got, in the same words; a refusal has a message and nothing else. */
function gotIn({ status, text }: WireAnswer): string {
  if (status !== 401 && status !== 403) return 'let in';
  const answer: unknown = JSON.parse(text);
  const { message, code, ...more } = Object(answer);
  if (typeof message !== 'string' || Object.keys(more).length > 0) return `an answer with more than a message: ${text}`;
  return status === 401 ? '401' : `403 ${code ?? 'forbidden'}`;
}

async function ask({ method, path }: Rule, token: string | undefined, ids = idsOf(owner)): Promise<WireAnswer> {
  // Some key makes all calls here, more than are allowed at once.
  asked += 1;
  if (asked % 50 === 0) await product.database.query(`delete from throttle where key like 'api-key:%'`);
  const body = BODIES[`${method} ${path}`];
  return product.send({
    method,
    path: `/api${fillPath(path, ids)}`,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
}

const NOTHING = '01890000-0000-7000-8000-000000000000';

/** With ids for administrators' things, which are all administrators' alike: none of them has to be there. */
const idsOf = ({ ids }: TestTenant): Readonly<Record<string, string>> => ({
  '/admin/deposits': NOTHING,
  '/admin/found-payments': NOTHING,
  '/admin/networks': 'ethereum',
  '/admin/reconciliations': NOTHING,
  '/admin/recovery/transfers': NOTHING,
  '/admin/refunds': NOTHING,
  '/admin/suspense/late': NOTHING,
  '/admin/suspense/unclaimed': NOTHING,
  '/admin/team/invitations': NOTHING,
  '/admin/treasury/plans': NOTHING,
  ...ids,
});

/** Where an empty body is refused before the thing is looked up. */
const BODIES: Readonly<Record<string, object>> = {
  'PUT /payment-links/{id}': { name: 'Sample', purpose: 'Sample', amount: '5000', coins: ['USDT'], version: 1 },
  'PUT /bank-account/orders/{id}': { accountNumber: '0123456785', bankName: 'Sample Bank' },
  'POST /conversion/{id}/rate': { answer: 'accepted', nairaKobo: '1' },
  'POST /payments/{id}/refund-offers': { asset: 'USDT@bsc' },
  'POST /payments/{id}/refund-offers/{offer}/confirm': { password: 'a sample password' },
};

/** Ends the callers' own sessions. */
const isLast = ({ path }: Rule): boolean => path === '/auth/logout';

test('[C1] [A4] [B-10] every operation lets in whom the contract lets in, and refuses all others in words', async () => {
  const rules = [...RULES.filter((rule) => !isLast(rule)), ...RULES.filter(isLast)];
  const wrong: string[] = [];
  for (const rule of rules) {
    const all = Object.entries(callers).map(async ([name, caller]) => {
      const [expected, got] = [expectedOf(rule, caller), gotIn(await ask(rule, caller.token))];
      if (expected !== got) wrong.push(`${rule.method} ${rule.path}, ${name}: ${got} instead of ${expected}`);
    });
    await Promise.all(all);
  }
  expect(wrong).toEqual([]);
  expect(rules.length * Object.keys(callers).length).toBeGreaterThan(2_500);
});

test('[C1] every call of the team names who may make it, and what decides is not open to all of them', () => {
  const ofTeam = RULES.filter(({ access }) => access === 'staff');
  expect(ofTeam.filter(({ roles }) => !roles.includes('administrator'))).toEqual([]);
  expect(RULES.filter(({ access, roles }) => access !== 'staff' && roles.length > 0)).toEqual([]);
  // A proof of identity is asked for where money or power moves: support does neither.
  const supports = ofTeam.filter(({ roles }) => roles.includes('support'));
  expect(supports.filter(({ proof }) => proof !== 'none')).toEqual([]);
});

/** Calls about one thing of a user's. */
const OF_ONE = RULES.filter(({ access, path }) => access === 'user' && path.includes('{') && !/currency/.test(path));

/** Any order's, as the contract says. */
const SHOWN_TO_ADMINS = new Set(['/receipts/{id}', '/receipts/{id}/pdf']);

/** How much of what the others need a call ends. */
const ends = ({ method, path }: Rule): number =>
  method === 'DELETE' ? (path.startsWith('/user/sessions') ? 2 : 1) : 0;

test('[C1] a thing is there for its owner alone, whatever else a caller may do', async () => {
  const others: Record<string, string> = {
    'another user': stranger.token,
    'a key of another user': stranger.key,
    'an administrator': (await product.signUpAdmin()).token,
  };
  const wrong: string[] = [];
  for (const rule of OF_ONE) {
    const name = `${rule.method} ${rule.path}`;
    for (const [who, token] of Object.entries(others)) {
      const answer = await ask(rule, token);
      const isShown = who === 'an administrator' && SHOWN_TO_ADMINS.has(rule.path);
      const expected = isShown ? 200 : who.startsWith('a key') && rule.scope === null ? 403 : 404;
      if (answer.status !== expected) wrong.push(`${name}, ${who}: ${answer.status} ${answer.text.slice(0, 200)}`);
      if (answer.text.includes(owner.email)) wrong.push(`${name} tells ${who} of its owner`);
    }
  }
  // That it is there for its owner shows that the others were kept from it.
  for (const rule of OF_ONE.toSorted((one, other) => ends(one) - ends(other))) {
    const { status, text } = await ask(rule, owner.token);
    if ([401, 403, 404].includes(status)) wrong.push(`${rule.method} ${rule.path}, its owner: ${status} ${text}`);
  }
  expect(wrong).toEqual([]);
  expect(OF_ONE.length).toBeGreaterThan(25);
});

/** What is served without a row in the contract, each with its own tests. */
const BESIDE = new Set([
  'GET /api/openapi.json',
  'GET /api/payments/:id/events',
  'GET /api/webhooks/listeners/:id/stream',
  'POST /api/callbacks/budpay',
]);

test('[C1] nothing is served that the contract does not name', () => {
  const declared = new Set(RULES.map(({ method, path }) => `${method} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`));
  const served = product.served.filter((line) => !/^(?:HEAD|OPTIONS) /.test(line) && !line.endsWith('*'));
  expect(served.filter((line) => !declared.has(line) && !BESIDE.has(line))).toEqual([]);
  expect(served.length).toBeGreaterThanOrEqual(declared.size);
});
