import { randomInt, randomUUID } from 'node:crypto';
import { endpoints, type Scope, type StaffRole } from '@kobogate/contract';
import type { Call } from './http.ts';
import { ADMIN, type Product } from './product.ts';
import type { Sandbox } from './sandbox.ts';
import { eventually } from './wait.ts';

export const PASSWORD = 'correct horse battery staple';

/** A made-up user who has signed up and verified the address. */
export interface Person {
  readonly email: string;
  readonly token: string;
}

/** An unused address. */
export const newEmail = (): string => `sample-${randomUUID().slice(0, 8)}@example.test`;

/** Headers with which a call comes from a network address of its own. */
export const fromNewAddress = (): Record<string, string> => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
});

/** The input of a sign-up. */
export const signUpForm = (email: string) => ({
  first_name: 'Sample',
  last_name: 'Person',
  email,
  phone: `+23480${randomInt(10_000_000, 99_999_999)}`,
  password: PASSWORD,
});

/** The newest code mailed to an address, once there is one that is not in `known`. */
export function mailCode(sandbox: Sandbox, email: string, known: readonly string[] = []): Promise<string> {
  return eventually(`a code for ${email}`, async () => {
    for (const mail of await sandbox.mail(email)) {
      const code = /(?<!\d)\d{4}(?!\d)/.exec(mail.text)?.[0];
      if (code !== undefined && !known.includes(code)) return code;
    }
    return undefined;
  });
}

/** Signs a new user up with the code from the sandbox's mail. */
export async function signUp({ call, sandbox }: Pick<Product, 'call' | 'sandbox'>): Promise<Person> {
  const email = newEmail();
  const headers = fromNewAddress();
  await call(endpoints.accounts.register, { body: signUpForm(email), headers });
  const otp = await mailCode(sandbox, email);
  const { data } = await call(endpoints.accounts.verify, { body: { email, otp }, headers });
  return { email, token: data.token };
}

/** Signs the first admin in. */
export async function adminToken(call: Call): Promise<string> {
  const { data } = await call(endpoints.accounts.login, { body: ADMIN, headers: fromNewAddress() });
  if (data.token === undefined) throw new Error('the admin got no token');
  return data.token;
}

/** The session of a new colleague with a role, which begins with a new one; `admin` is who gives it. */
export async function newColleague(
  product: Pick<Product, 'call' | 'sandbox'>,
  admin: string,
  role: StaffRole = 'reviewer',
): Promise<string> {
  const { call } = product;
  const person = await signUp(product);
  const { data: user } = await call(endpoints.accounts.getUser, { token: person.token });
  const body = { role, reason: 'Joins the sample desk' } as const;
  await call(endpoints.adminUsers.setRole, { token: admin, params: { id: user.id }, body });
  const login = { email: person.email, password: PASSWORD };
  const { data } = await call(endpoints.accounts.login, { body: login, headers: fromNewAddress() });
  if (data.token === undefined) throw new Error('the colleague got no token');
  return data.token;
}

/** An API key of the user who is signed in with this token and password. */
export async function makeApiKey(call: Call, token: string, scopes: Scope[], password = PASSWORD): Promise<string> {
  const body = { name: 'Sample key', scopes, password };
  const { data } = await call(endpoints.apiKeys.create, { token, body });
  return data.secret;
}
