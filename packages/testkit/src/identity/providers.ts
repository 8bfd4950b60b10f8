import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type NamedPerson, type SignInProvider } from '@kobogate/contract';
import {
  APPLE_CLIENT_ID,
  APPLE_KEY_ID,
  APPLE_TEAM_ID,
  GOOGLE_CLIENT_ID,
  GOOGLE_CLIENT_SECRET,
  type OpenIds,
} from '@kobogate/sandbox/src/sign-in/open-id.ts';
import { createOpenIdProvider } from '@kobogate/server/src/adapters/openid/openid-provider.ts';
import type { ProviderConfiguration } from '@kobogate/server/src/configuration/sign-in-providers.ts';
import { providerRoutes } from '@kobogate/server/src/identity/providers/routes.ts';
import { createSeals } from '@kobogate/server/src/identity/providers/sealed.ts';
import { openSecondStep } from '@kobogate/server/src/identity/two-factor/finish-second-step.ts';
import { createFullProof } from '@kobogate/server/src/identity/two-factor/prove-owner.ts';
import { silentLog } from '../platform/log.ts';
import { startChainless } from '../sandbox/server.ts';
import { type Answer, type CallOptions, PASSWORD, type TestAccounts } from './accounts.ts';
import { createTestTwoFactor } from './two-factor.ts';

/** Who somebody is at the provider, or that they would rather not say. */
export interface Choice {
  readonly email?: string;
  readonly name?: string;
  readonly subject?: string;
  readonly verified?: 'false';
  readonly hosted?: 'false';
  readonly cancel?: '1';
}

/** What the browser brings back from a provider. */
export interface BroughtBack {
  readonly flow: string;
  readonly state: string;
  readonly code?: string;
  readonly error?: string;
  readonly user?: string;
}

type WaysIn = ReturnType<typeof endpoints.signInProviders.list.answer.parse>['data'];

/** The accounts' test set-up with Google and Apple as the sandbox plays them. */
export interface TestProviders extends TestAccounts {
  readonly openIds: OpenIds;
  /** Begins a sign-in and chooses at the provider's page, as a browser does. */
  visit(provider: SignInProvider, choice: Choice, options?: CallOptions): Promise<BroughtBack>;
  finish(brought: BroughtBack, more?: object, options?: CallOptions): Promise<Answer>;
  /** Both at once. */
  signIn(provider: SignInProvider, choice: Choice, options?: CallOptions): Promise<Answer>;
  /** The person whom a provider names. Throws where it does not. */
  name(provider: SignInProvider, choice: Choice, more?: object): Promise<NamedPerson>;
  /** Signs a person up by a provider; answers the token. */
  joinBy(provider: SignInProvider, choice: Choice): Promise<string>;
  /** Links the named person to the account of a token. */
  link(ticket: string, token: string, proof?: object): Promise<Answer>;
  unlink(provider: SignInProvider, token: string, proof?: object): Promise<Answer>;
  /** The ways in which an account can be signed in to. */
  waysOf(token: string): Promise<WaysIn>;
  logIn(email: string, password?: string): Promise<Answer>;
  /** Chooses a new password by mail, and logs in with it; answers the token. */
  resetTo(email: string, newPassword: string): Promise<string>;
  /** The subjects of the mails that an address has got. */
  subjectsTo(email: string): Promise<string[]>;
}

/** The name that people sign up with here. */
export const NEWCOMER = { first_name: 'Ada', last_name: 'Sample', phone: '0803 000 0001' } as const;

/** Sets it up for a test file. */
export async function createTestProviders({
  adminSecondFactor = 'optional',
  connected = ['google', 'apple'],
}: {
  adminSecondFactor?: 'required' | 'optional';
  connected?: readonly SignInProvider[];
} = {}): Promise<TestProviders> {
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-providers-'));
  const sandbox = await startChainless({ folder });
  const { openIds } = sandbox.world;
  const { base } = sandbox.server;
  const settings: readonly ProviderConfiguration[] = [
    { id: 'google', issuer: `${base}/google`, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET },
    {
      id: 'apple',
      issuer: `${base}/apple`,
      clientId: APPLE_CLIENT_ID,
      teamId: APPLE_TEAM_ID,
      keyId: APPLE_KEY_ID,
      privateKey: openIds.apple.clientKey ?? '',
    },
  ];
  const accounts = await createTestTwoFactor(adminSecondFactor, (dependencies) =>
    providerRoutes({
      ...dependencies,
      log: silentLog,
      openSecondStep,
      proveOwner: createFullProof(dependencies),
      seals: createSeals(dependencies.secretBox),
      providers: settings
        .filter(({ id }) => connected.includes(id))
        .map((each) => createOpenIdProvider(each, dependencies.clock)),
    }),
  );
  const { begin, finish: finishing, link, list, unlink } = endpoints.signInProviders;

  const visit: TestProviders['visit'] = async (provider, choice, options) => {
    const begun = await accounts.call('POST', begin.path, { provider }, options);
    const { url, flow } = begin.answer.parse(begun.body).data;
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...choice }),
    });
    const fields = answer.status === 303 ? fieldsOfAddress(answer) : fieldsOfForm(await answer.text());
    return { flow, state: '', ...fields };
  };
  const finish: TestProviders['finish'] = ({ flow, state, code = '', error = '', user = '' }, more, options) =>
    accounts.call('POST', finishing.path, { flow, state, code, error, user, ...more }, options);
  const name: TestProviders['name'] = async (provider, choice, more) => {
    const { body } = await finish(await visit(provider, choice), more);
    const named = finishing.answer.parse(body).data.named;
    if (named === undefined) throw new Error('nobody was named');
    return named;
  };
  const logIn: TestProviders['logIn'] = (email, password = PASSWORD) =>
    accounts.call('POST', '/auth/login', { email, password });
  return {
    ...accounts,
    openIds,
    visit,
    finish,
    name,
    signIn: async (provider, choice, options) => finish(await visit(provider, choice, options), {}, options),
    joinBy: async (provider, choice) => {
      const { ticket } = await name(provider, choice);
      const { body } = await accounts.call('POST', endpoints.signInProviders.join.path, { ticket, ...NEWCOMER });
      const { token } = endpoints.signInProviders.join.answer.parse(body).data;
      if (token === undefined) throw new Error('the provider has not proven the address');
      return token;
    },
    link: (ticket, token, proof = { password: PASSWORD }) =>
      accounts.call('POST', link.path, { ticket, ...proof }, { token }),
    unlink: (provider, token, proof = { password: PASSWORD }) =>
      accounts.call('POST', unlink.path, { provider, ...proof }, { token }),
    waysOf: async (token) => {
      const { body } = await accounts.call('GET', list.path, undefined, { token });
      return list.answer.parse(body).data;
    },
    logIn,
    resetTo: async (email, newPassword) => {
      await accounts.call('POST', '/auth/forgot-password', { email });
      await accounts.worker.drain();
      const mail = accounts.mails.findLast(({ to, subject }) => to === email && subject.startsWith('Reset'));
      const token = /token=(?<token>[\w-]+)/.exec(mail?.text ?? '')?.groups?.['token'];
      const { status } = await accounts.call('POST', '/auth/reset-password', { newPassword, token });
      if (status !== 200) throw new Error(`the new password was refused with ${status}`);
      const { body } = await logIn(email, newPassword);
      await accounts.worker.drain();
      return String(body.data?.['token']);
    },
    subjectsTo: async (email) => {
      await accounts.worker.drain();
      return accounts.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    },
    close: async () => {
      await accounts.close();
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  };
}

const fieldsOfAddress = (answer: Response): Record<string, string> =>
  Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);

/** The hidden fields of a page's form. */
export const fieldsOfForm = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/name="(?<name>\w+)" value="(?<value>[^"]*)"/g)].map(({ groups }) => [
      groups?.['name'] ?? '',
      (groups?.['value'] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  );
