import {
  type AnyErrorCode,
  DEVICE_HEADER,
  DEVICE_PATTERN,
  endpoints,
  type NamedPerson,
  PROVIDER_MINUTES,
  providerAnswerPath,
  providerSaid,
  providerStartPath,
  type Said,
  SECOND_FACTORS,
  SECOND_STEP_MINUTES,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
  type SignInView,
} from '@kobogate/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { ApiRefusal } from '../ask-api.ts';
import { formOf, queryOf } from '../take-forms.ts';
import { deviceOf, isSecureWay, readCookie, setCookie, takesForms } from './cookies.ts';
import { type SignInDependencies, signedInPath } from './form-acts.ts';
import { isFromOurPage } from './same-origin.ts';

/** How long a browser has to fetch the script that takes a session over. */
export const HAND_OVER_SECONDS = 120;
const FLOW_SECONDS = PROVIDER_MINUTES * 60;
/** The cookie of a named person comes with the visit from the provider, to the page that signs them up or links them. */
export const NAMED_LASTS = { seconds: FLOW_SECONDS, from: 'links' } as const;
const LINK_PAGE = '/account/link';

/** Apple posts its answer from its own site; the browser then sends only cookies that are for such forms. */
const ANSWERS_BY_FORM: Readonly<Record<SignInProvider, boolean>> = { google: false, apple: true };

const flowCookie = z.object({ flow: z.string(), from: z.nullable(z.string()), isLink: z.boolean() });
const stepCookie = z.object({ challenge: z.string(), methods: z.array(z.enum(SECOND_FACTORS)) });
const namedCookie = endpoints.signInProviders.finish.answer.shape.data.shape.named;

/** What a cookie of ours says; null for anything else. */
function parseCookie<Value>(text: string | null, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return text === null ? null : schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whom a provider has named in this browser; null where nobody waits. */
export const readNamed = (request: FastifyRequest, publicOrigin: string): NamedPerson | null =>
  parseCookie(readCookie(request, 'named', isSecureWay(request, publicOrigin)), namedCookie) ?? null;

/** The second step that waits for this browser after a provider's answer, shown once; null where none does. */
export function takeStep(request: FastifyRequest, reply: FastifyReply, publicOrigin: string): SignInView['secondStep'] {
  const isSecure = isSecureWay(request, publicOrigin);
  const step = parseCookie(readCookie(request, 'step', isSecure), stepCookie);
  if (step === null) return null;
  setCookie(reply, 'step', null, { seconds: 0, isSecure });
  return { ...step, method: step.methods[0] ?? 'recovery' };
}

/**
 * The way to a provider and back. What belongs to a sign-in stays in cookies of the browser that began it, so that an
 * answer which another browser brings signs nobody in. Where it leads is only ever a page of our own.
 */
export function mountProviders(scope: FastifyInstance, dependencies: SignInDependencies): void {
  for (const provider of SIGN_IN_PROVIDERS) {
    // A link, not a form: browsers hold a form's redirects to the pages that our policy lets forms go to.
    scope.get(providerStartPath(provider), async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      const isOurs = site === undefined || site === 'same-origin' || site === 'none';
      if (!isOurs) return goTo(reply, '/login');
      const begun = await begin(dependencies, { provider, request, reply });
      return 'url' in begun ? goTo(reply, begun.url) : goTo(reply, sayingPath(dependencies, request, begun, provider));
    });
    scope.post(providerStartPath(provider), async (request, reply) => {
      const { publicOrigin } = dependencies;
      if (!isFromOurPage(request.headers, { host: request.host, publicOrigin })) return reply.code(403).send({});
      const begun = await begin(dependencies, { provider, request, reply });
      reply.header('cache-control', 'no-store');
      if ('url' in begun) return reply.send(begun);
      return reply.code(begun.status === 0 ? 503 : begun.status).send({ message: begun.sentence });
    });
    const answer = (request: FastifyRequest, reply: FastifyReply) => finish(dependencies, { provider, request, reply });
    scope.get(providerAnswerPath(provider), answer);
    scope.post(providerAnswerPath(provider), answer);
  }
  scope.post('/login/named', async (request, reply) => {
    const { publicOrigin } = dependencies;
    const isOurs = isFromOurPage(request.headers, { host: request.host, publicOrigin });
    reply.header('cache-control', 'no-store');
    return isOurs ? reply.send({ named: readNamed(request, publicOrigin) }) : reply.code(403).send({});
  });
}

interface Visiting {
  readonly provider: SignInProvider;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The address at the provider, with the sign-in kept in a cookie; or why there is none. */
async function begin(
  { ask, pages, publicOrigin }: SignInDependencies,
  { provider, request, reply }: Visiting,
): Promise<{ url: string } | ApiRefusal> {
  const query = queryOf(request);
  const isSecure = isSecureWay(request, publicOrigin);
  const named = request.headers[DEVICE_HEADER.toLowerCase()];
  const device = typeof named === 'string' && DEVICE_PATTERN.test(named) ? named : deviceOf(request, reply, isSecure);
  const from = { visitor: request.ip, browser: request.headers['user-agent'] ?? '', device };
  const sent = await ask(endpoints.signInProviders.begin, { params: {}, body: { provider }, ...from });
  if (!sent.ok) return sent;
  const { url, flow } = sent.answer.data;
  const kept = { flow, from: pages.returnPath(query.get('from') ?? ''), isLink: query.has('link') };
  setCookie(reply, 'flow', JSON.stringify(kept), {
    seconds: FLOW_SECONDS,
    isSecure,
    from: ANSWERS_BY_FORM[provider] && takesForms(isSecure, publicOrigin) ? 'forms' : 'links',
  });
  return { url };
}

/** The provider's answer, in the address or as its form: on to the account, to a page that finishes, or to one that says why not. */
async function finish(dependencies: SignInDependencies, { provider, request, reply }: Visiting): Promise<FastifyReply> {
  const { ask, pages, publicOrigin } = dependencies;
  const isSecure = isSecureWay(request, publicOrigin);
  const kept = parseCookie(readCookie(request, 'flow', isSecure), flowCookie);
  if (kept === null) return goTo(reply, `/login?said=${providerSaid(provider, 'ended')}`);
  setCookie(reply, 'flow', null, { seconds: 0, isSecure });
  const given = request.method === 'POST' ? formOf(request) : queryOf(request);
  const { flow, from, isLink } = kept;
  const text = (name: string): string => given.get(name) ?? '';
  const sent = await ask(endpoints.signInProviders.finish, {
    params: {},
    body: {
      flow,
      state: text('state'),
      code: text('code'),
      error: text('error'),
      issuer: text('iss'),
      user: text('user'),
      isLink,
    },
    visitor: request.ip,
    browser: request.headers['user-agent'] ?? '',
  });
  const on = from === null ? '' : `?${new URLSearchParams({ from }).toString()}`;
  if (!sent.ok) {
    const said = sayingOf(sent, provider);
    return goTo(reply, saidPath({ said, from, isLink }));
  }
  const { named, secondFactor, token, role } = sent.answer.data;
  if (named !== undefined) {
    setCookie(reply, 'named', JSON.stringify(named), { ...NAMED_LASTS, isSecure });
    if (isLink) return goTo(reply, LINK_PAGE + on);
    if (!named.hasAccount) return goTo(reply, `/finish-signup${on}`);
    const login = new URLSearchParams({ said: providerSaid(provider, 'link-first'), from: LINK_PAGE + on });
    return goTo(reply, `/login?${login.toString()}`);
  }
  if (secondFactor !== undefined) {
    const seconds = SECOND_STEP_MINUTES * 60;
    setCookie(reply, 'step', JSON.stringify(secondFactor), { seconds, isSecure, from: 'links' });
    return goTo(reply, `/login${on}`);
  }
  setCookie(reply, 'session', token ?? null, { seconds: HAND_OVER_SECONDS, isSecure });
  return goTo(reply, signedInPath(pages, from, role));
}

const goTo = (reply: FastifyReply, address: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(address, 303);

/** Back to where the sign-in was begun, which says why it did not begin. */
function sayingPath(
  { pages }: SignInDependencies,
  request: FastifyRequest,
  refused: ApiRefusal,
  provider: SignInProvider,
): string {
  const query = queryOf(request);
  const from = pages.returnPath(query.get('from') ?? '');
  return saidPath({ said: sayingOf(refused, provider), from, isLink: query.has('link') });
}

function saidPath({ said, from, isLink }: { said: Said; from: string | null; isLink: boolean }): string {
  const query = new URLSearchParams({ said, ...(from === null ? {} : { from }) });
  return `${isLink ? LINK_PAGE : '/login'}?${query.toString()}`;
}

const SAYINGS: Readonly<Partial<Record<AnyErrorCode, (provider: SignInProvider) => Said>>> = {
  'provider-cancelled': (provider) => providerSaid(provider, 'cancelled'),
  'provider-ended': (provider) => providerSaid(provider, 'ended'),
  'provider-unproven': (provider) => providerSaid(provider, 'unproven'),
  'account-disabled': () => 'account-disabled',
  'account-closed': () => 'account-closed',
};

function sayingOf({ status, code }: ApiRefusal, provider: SignInProvider): Said {
  if (status === 429) return 'crowded';
  const [, say] = Object.entries(SAYINGS).find(([known]) => known === code) ?? [];
  return say?.(provider) ?? providerSaid(provider, 'failed');
}
