import * as z from 'zod/mini';
import { accounts } from './accounts.ts';
import { endpoint, instant, messageAnswer, nameText, text } from './endpoint.ts';
import { SIGN_IN_PROVIDERS } from './constants.ts';
import { proof } from './two-factor.ts';

const provider = z.enum(SIGN_IN_PROVIDERS);
/** Sealed by the server: only the browser that began has it. */
const sealed = text(4000);

/** A person whom a provider has named, and who is not signed in by it yet. */
const namedSchema = z.object({
  provider,
  /** Names the person in the next call, within `PROVIDER_MINUTES`. */
  ticket: z.string(),
  email: z.string(),
  /** Whether the provider has proven it; else a sign-up sends a code to it. */
  isProven: z._default(z.boolean(), true),
  first_name: z.string(),
  last_name: z.string(),
  /** Whether the proven address has an account, to which the provider is linked by its owner alone. */
  hasAccount: z.boolean(),
});
export type NamedPerson = z.output<typeof namedSchema>;

const waySchema = z.object({
  provider,
  /** Whether the operator has connected it. */
  isAvailable: z.boolean(),
  linked: z.nullable(
    z.object({
      email: z.string(),
      /** Whether it is the account's own, hosted by the provider: a new password then leaves it linked. */
      isOwn: z._default(z.boolean(), true),
      linkedAt: instant,
      lastUsedAt: z.nullable(instant),
    }),
  ),
});
export type SignInWay = z.output<typeof waySchema>;

const waysSchema = z.object({ hasPassword: z.boolean(), ways: z.array(waySchema) });
export type SignInWays = z.output<typeof waysSchema>;

export const signInProviders = {
  begin: endpoint({
    method: 'POST',
    path: '/auth/providers',
    summary: 'Begin a sign-in by Google or Apple: the address to go to, and what the same browser sends back later',
    access: 'public',
    takesDevice: true,
    body: z.object({ provider }),
    answer: z.object({ data: z.object({ url: z.string(), flow: z.string() }) }),
    errors: [404, 429],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/auth/providers/answer',
    summary:
      'Finish it with the provider’s answer, once: answers a token, a second step, or the person where no account here can be signed in to. ' +
      'With isLink nobody is signed in: the person is named, to be linked',
    access: 'public',
    takesDevice: true,
    body: z.object({
      flow: sealed,
      state: text(200),
      code: z._default(text(4000), ''),
      error: z._default(text(200), ''),
      /** The answer’s `iss`, where the provider gives it (RFC 9207). */
      issuer: z._default(text(500), ''),
      /** The names as Apple sends them, once: its field `user`, unchanged. */
      user: z._default(text(2000), ''),
      isLink: z._default(z.boolean(), false),
    }),
    answer: z.object({
      message: z.string(),
      data: z.object({
        ...accounts.login.answer.shape.data.shape,
        named: z.optional(namedSchema),
      }),
    }),
    errors: [403, 404, 422, 429],
  }),
  join: endpoint({
    method: 'POST',
    path: '/auth/providers/join',
    summary:
      'Create an account for a person whom a provider has named, and sign in; where the provider has not proven the address, ' +
      'send a code to it instead (no token), which /auth/verify takes',
    access: 'public',
    takesDevice: true,
    body: z.object({ ticket: sealed, first_name: nameText(100), last_name: nameText(100), phone: text(40) }),
    answer: z.object({
      message: z.string(),
      data: z.object({ ...accounts.verify.answer.shape.data.shape, token: z.optional(z.string()) }),
    }),
    success: 201,
    errors: [409, 422, 429],
  }),
  list: endpoint({
    method: 'GET',
    path: '/user/providers',
    summary: 'How the signed-in user may sign in: by a password, and by which providers',
    access: 'user',
    answer: z.object({ data: waysSchema }),
    errors: [401],
  }),
  link: endpoint({
    method: 'POST',
    path: '/user/providers',
    summary: 'Link what a provider has named to the signed-in user’s account',
    access: 'user',
    body: z.object({ ticket: sealed, ...proof.shape }),
    answer: messageAnswer,
    errors: [401, 409, 422, 429],
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/user/providers/remove',
    summary: 'Unlink a provider: it can no longer sign in to this account, and every other session that it began ends',
    access: 'user',
    body: z.object({ provider, ...proof.shape }),
    answer: messageAnswer,
    errors: [401, 404, 409, 422, 429],
  }),
} as const;
