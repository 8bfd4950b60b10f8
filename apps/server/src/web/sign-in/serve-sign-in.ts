import {
  type NamedPerson,
  OTP_MINUTES,
  SAID,
  type Said,
  SIGN_IN_PATHS,
  STATEMENT_LENGTH,
  type SignInPages,
  type SignInView,
} from '@kobogate/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '../../platform/content-security.ts';
import { refusedStatus } from '../../platform/answer-error.ts';
import { encodeDocument, type RenderedDocument, sendDocument, sendOnce } from '../rendered-document.ts';
import { formOf, queryOf, takeForms } from '../take-forms.ts';
import { deviceOf, isSecureWay, readCookie, setCookie } from './cookies.ts';
import { ACTS, type Outcome, type SignInDependencies, type Visit, type Work } from './form-acts.ts';
import { HAND_OVER_SECONDS, mountProviders, NAMED_LASTS, readNamed, takeStep } from './provider-visits.ts';
import { isFromOurPage } from './same-origin.ts';

/** Five fields of a sign-up at their longest, each letter escaped. */
const LARGEST_FORM = 16 * 1024;
const ELSEWHERE = 'This was not sent from our own page, so nothing was done. Please send it again from here.';
const UNREADABLE = 'What was sent could not be read, so nothing was done. Please fill the form in again.';
const BROKEN = 'Something went wrong on our side. Nothing was lost; please try again.';

/**
 * Serves the sign-in pages: complete documents and plain forms, which a script takes over where there is one. A form
 * calls the API in process, as the script does from outside, so there is one way to sign in. Forms are accepted only
 * from our own pages. The session of a sign-in without a script is passed on in a cookie that is valid once
 * (docs/decisions/0024).
 */
export async function serveSignIn(http: FastifyInstance, dependencies: SignInDependencies): Promise<void> {
  const { pages } = dependencies;
  const policy = contentSecurityPolicy(pages.inline);
  const draw = createDrawing(pages);
  await http.register(async (scope) => {
    takeForms(scope, LARGEST_FORM);
    scope.addHook('onRequest', async (_request, reply) => {
      // The origin proves a form's source; a path may carry the token of a reset.
      reply.headers({ 'content-security-policy': policy, 'referrer-policy': 'strict-origin' });
    });
    scope.setErrorHandler(async (error, request, reply) => {
      const refused = refusedStatus(error);
      if (refused === null) request.log.error({ err: error }, 'a page on the way in failed');
      const visit = readVisit(request);
      const problems = { whole: refused === null ? BROKEN : UNREADABLE, fields: {} };
      return sendOnce(request, reply.code(refused ?? 500), pages.render(viewOf(dependencies, visit, { problems })));
    });
    for (const path of SIGN_IN_PATHS) {
      scope.get(path, async (request, reply) => {
        const visit = readVisit(request);
        const { publicOrigin } = dependencies;
        const isSecure = isSecureWay(request, publicOrigin);
        const email = path === '/verify-otp' ? readCookie(request, 'email', isSecure) : null;
        const named = path === '/finish-signup' ? readNamed(request, publicOrigin) : null;
        const secondStep = path === '/login' ? takeStep(request, reply, publicOrigin) : null;
        const typed = named === null ? {} : { first_name: named.first_name, last_name: named.last_name };
        const view = viewOf(dependencies, { ...visit, typed }, { email, named, secondStep });
        // A page with a user's data, or their way in its links, is drawn for them alone.
        const isOwn = [email, named, secondStep].some((own) => own !== null) || path === '/signed-in';
        const leadsOn = view.providers.length > 0 && visit.query.has('from');
        if (isOwn || leadsOn) return sendOnce(request, reply, pages.render(view));
        return sendDocument(request, reply, await draw(view));
      });
      scope.get(`${path}/`, (request, reply) => {
        const query = queryOf(request);
        return reply.redirect(query.size === 0 ? path : `${path}?${query.toString()}`, 308);
      });
      const act = ACTS[path];
      if (act !== undefined) scope.post(path, (request, reply) => takeForm(dependencies, request, reply, act));
    }
    mountHandOver(scope, dependencies);
    mountProviders(scope, dependencies);
  });
}

/** Caches pages that are the same for all, each as long as the year is the same. */
function createDrawing(pages: SignInPages): (view: SignInView) => Promise<RenderedDocument> {
  const drawn = new Map<string, Promise<RenderedDocument>>();
  return (view) => {
    const key = JSON.stringify([view.path, view.said, view.hasToken, view.year]);
    const document = drawn.get(key) ?? encodeDocument(pages.render(view));
    drawn.set(key, document);
    return document;
  };
}

/** The input as typed, except secrets, which are not shown again. */
const NOT_KEPT = /password|otp|code|challenge|state|user/i;
const LONGEST = STATEMENT_LENGTH;

function readVisit(request: FastifyRequest): Visit {
  const [asked = ''] = request.url.split('?', 1);
  const path = SIGN_IN_PATHS.find((known) => known === asked.replace(/\/$/, '')) ?? '/login';
  const form = formOf(request);
  return { path, query: queryOf(request), form, typed: Object.fromEntries(form) };
}

function viewOf(
  { pages, yearNow, signInProviders }: SignInDependencies,
  { path, query, typed }: Visit,
  more: Partial<SignInView> = {},
): SignInView {
  const said = query.get('said') ?? '';
  return {
    path,
    year: yearNow(),
    said: Object.hasOwn(SAID, said) && more.problems === undefined ? (said as Said) : null,
    typed: Object.fromEntries(
      Object.entries(typed)
        .filter(([name]) => !NOT_KEPT.test(name))
        .map(([name, text]) => [name, text.slice(0, LONGEST)]),
    ),
    problems: null,
    secondStep: null,
    lost: null,
    email: null,
    hasToken: (query.get('token') ?? '') !== '',
    next: pages.returnPath(query.get('from') ?? '') ?? '/account/dashboard',
    providers: signInProviders,
    named: null,
    ...more,
  };
}

const LASTS = {
  email: { seconds: OTP_MINUTES * 60 },
  session: { seconds: HAND_OVER_SECONDS },
  named: NAMED_LASTS,
} as const;

async function takeForm(
  dependencies: SignInDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (work: Work) => Promise<Outcome>,
): Promise<FastifyReply> {
  const { pages, publicOrigin } = dependencies;
  const visit = readVisit(request);
  const isSecure = isSecureWay(request, publicOrigin);
  const email = visit.path === '/verify-otp' ? readCookie(request, 'email', isSecure) : null;
  const named: NamedPerson | null = visit.path === '/finish-signup' ? readNamed(request, publicOrigin) : null;
  const show = (view: Partial<SignInView>) =>
    sendOnce(request, reply, pages.render(viewOf(dependencies, visit, { email, named, ...view })));
  if (!isFromOurPage(request.headers, { host: request.host, publicOrigin })) {
    reply.code(403);
    return show({ problems: { whole: ELSEWHERE, fields: {} } });
  }
  const outcome = await act({
    ...visit,
    dependencies,
    email,
    named,
    from: {
      visitor: request.ip,
      browser: request.headers['user-agent'] ?? '',
      device: deviceOf(request, reply, isSecure),
    },
    keep: (name, value) => {
      setCookie(reply, name, value, { ...LASTS[name], isSecure });
    },
  });
  if ('goTo' in outcome) return reply.header('cache-control', 'no-store').redirect(outcome.goTo, 303);
  const { status, waitSeconds, ...view } = outcome;
  reply.code(status);
  if (typeof waitSeconds === 'number') reply.header('retry-after', waitSeconds);
  return show(view);
}

/** Where the page's script takes the session over: once, soon, and only from our own page. */
function mountHandOver(scope: FastifyInstance, { handOver, publicOrigin }: SignInDependencies): void {
  scope.post('/signed-in', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const isSecure = isSecureWay(request, publicOrigin);
    const isOurs = isFromOurPage(request.headers, { host: request.host, publicOrigin });
    const given = isOurs ? readCookie(request, 'session', isSecure) : null;
    if (!isOurs) return reply.code(403).send({ message: ELSEWHERE });
    setCookie(reply, 'session', null, { seconds: 0, isSecure });
    const token = given === null ? null : await handOver(given);
    if (token === null) return reply.code(401).send({ message: 'Please log in again.' });
    return reply.send({ token });
  });
}
