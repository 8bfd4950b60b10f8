import {
  endpoints,
  type FormProblems,
  type NamedPerson,
  providerSaid,
  SECOND_FACTORS,
  type SignInPages,
  type SignInPath,
  type SignInProvider,
  type SignInView,
  type StaffRole,
  TEXTS,
} from '@kobogate/contract';
import type { ApiRefusal, AskApi } from '../ask-api.ts';

export interface SignInDependencies {
  readonly pages: SignInPages;
  /** This server's own API: the same checks, limits and answers as from outside. */
  readonly ask: AskApi;
  /** Replaces the token of a fresh session, once; null where there is none. */
  readonly handOver: (token: string) => Promise<string | null>;
  readonly publicOrigin: string;
  /** The providers that people may sign in by. */
  readonly signInProviders: readonly SignInProvider[];
  readonly yearNow: () => number;
}

/** A requested page, and its input. */
export interface Visit {
  readonly path: SignInPath;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly typed: Readonly<Record<string, string>>;
}

/** The result of a form: a page to redirect to, or the error, drawn with the status and the input. */
export type Outcome =
  | { readonly goTo: string }
  | ({ readonly status: number; readonly problems: FormProblems | null } & Partial<
      Pick<SignInView, 'secondStep' | 'email' | 'lost'>
    > & { readonly waitSeconds?: number | null });

/** One form being handled: its caller, and the cookies of its answer. */
export interface Work extends Visit {
  readonly dependencies: Pick<SignInDependencies, 'pages' | 'ask'>;
  readonly from: { readonly visitor: string; readonly browser: string; readonly device: string };
  readonly email: string | null;
  /** Whom a provider has named in this browser, to sign up. */
  readonly named: NamedPerson | null;
  readonly keep: (name: 'email' | 'session' | 'named', value: string | null) => void;
}

/** The same words for every provider. */
const ENDED = `/login?said=${providerSaid('google', 'ended')}`;

/** The action of each form: it calls the API, as the script does, and shows the API's message on an error. */
export const ACTS: Readonly<Partial<Record<SignInPath, (work: Work) => Promise<Outcome>>>> = {
  '/login': async (work) => {
    if (work.form.has('challenge')) return finishLogin(work);
    const { form, from, dependencies } = work;
    const found = problemsOf(work);
    if (found !== null) return found;
    const email = textOf(form, 'email').trim();
    const body = { email, password: textOf(form, 'password') };
    const sent = await dependencies.ask(endpoints.accounts.login, { params: {}, body, ...from });
    if (!sent.ok) return refusal(work, sent, TEXTS.loginFailed);
    const { data } = sent.answer;
    if (!data.isVerified) {
      work.keep('email', email);
      return { goTo: '/verify-otp?said=verify-first' };
    }
    const { secondFactor, token } = data;
    if (secondFactor !== undefined) {
      const [method = 'recovery'] = secondFactor.methods;
      return { status: 200, problems: null, secondStep: { ...secondFactor, method } };
    }
    return token === undefined ? refusal(work, null, TEXTS.loginScreenFailed) : enter(work, token, data.role);
  },
  '/signup': async (work) => {
    const { form, from, dependencies } = work;
    const found = problemsOf(work);
    if (found !== null) return found;
    const email = textOf(form, 'email').trim();
    const body = {
      first_name: textOf(form, 'first_name'),
      last_name: textOf(form, 'last_name'),
      email,
      phone: textOf(form, 'phone'),
      password: textOf(form, 'password'),
    };
    const sent = await dependencies.ask(endpoints.accounts.register, { params: {}, body, ...from });
    if (!sent.ok) return refusal(work, sent, TEXTS.signupFailed);
    work.keep('email', email);
    return { goTo: '/verify-otp?said=signed-up' };
  },
  '/finish-signup': async (work) => {
    const { form, from, named, dependencies } = work;
    if (named === null) return { goTo: ENDED };
    const found = problemsOf(work);
    if (found !== null) return found;
    const body = {
      ticket: named.ticket,
      first_name: textOf(form, 'first_name'),
      last_name: textOf(form, 'last_name'),
      phone: textOf(form, 'phone'),
    };
    const sent = await dependencies.ask(endpoints.signInProviders.join, { params: {}, body, ...from });
    if (!sent.ok) return sent.code === 'provider-ended' ? { goTo: ENDED } : refusal(work, sent, TEXTS.signupFailed);
    const { token, role } = sent.answer.data;
    if (token === undefined) {
      work.keep('email', named.email);
      return { goTo: '/verify-otp?said=signed-up' };
    }
    work.keep('named', null);
    return enter(work, token, role);
  },
  '/verify-otp': async (work) => {
    const { form, from, email, dependencies } = work;
    if (email === null) return { goTo: '/login?said=no-email' };
    if (form.has('resend')) {
      const sent = await dependencies.ask(endpoints.accounts.resendOtp, { params: {}, body: { email }, ...from });
      return sent.ok ? { goTo: '/verify-otp?said=code-sent' } : refusal(work, sent, TEXTS.resendFailed);
    }
    const otp = form.getAll('otp').join('').replaceAll(/\s/g, '');
    const sent = await dependencies.ask(endpoints.accounts.verify, { params: {}, body: { email, otp }, ...from });
    if (!sent.ok) return refusal(work, sent, TEXTS.verificationFailed);
    work.keep('email', null);
    return enter(work, sent.answer.data.token, sent.answer.data.role);
  },
  '/forgotten-password': async (work) => {
    const { form, from, dependencies } = work;
    const found = problemsOf(work);
    if (found !== null) return found;
    const body = { email: textOf(form, 'email').trim() };
    const sent = await dependencies.ask(endpoints.accounts.forgotPassword, { params: {}, body, ...from });
    return sent.ok ? { goTo: '/forgotten-password?said=link-sent' } : refusal(work, sent, TEXTS.requestError);
  },
  '/reset-password': async (work) => {
    const { form, query, from, dependencies } = work;
    const found = problemsOf(work);
    if (found !== null) return found;
    const body = { newPassword: textOf(form, 'newPassword'), token: query.get('token') ?? '' };
    const sent = await dependencies.ask(endpoints.accounts.resetPassword, { params: {}, body, ...from });
    return sent.ok ? { goTo: '/login?said=password-reset' } : refusal(work, sent, TEXTS.requestError);
  },
  '/lost-second-step': async (work) => {
    const { form, query, from, dependencies } = work;
    const token = query.get('token') ?? '';
    if (token !== '') {
      const sent = await dependencies.ask(endpoints.lostFactor.stop, { params: {}, body: { token }, ...from });
      return sent.ok ? { goTo: '/forgot-password?said=reset-stopped' } : refusal(work, sent, TEXTS.requestError);
    }
    const challenge = textOf(form, 'challenge');
    if (challenge === '') return { goTo: '/login' };
    const known = await dependencies.ask(endpoints.lostFactor.view, { params: {}, body: { challenge }, ...from });
    if (!known.ok) return refusal(work, known, TEXTS.requestError);
    const lost = { challenge, ...known.answer.data };
    // The button of the second step leads here; the form of this page has a field.
    if (!form.has('statement')) return { status: 200, problems: null, lost };
    const found = problemsOf(work);
    if (found !== null) return { ...found, lost };
    // One line of what may be several.
    const body = { challenge, statement: textOf(form, 'statement').replaceAll(/\s+/g, ' ').trim() };
    const sent = await dependencies.ask(endpoints.lostFactor.ask, { params: {}, body, ...from });
    if (sent.ok) return { status: 200, problems: null, lost: { challenge, open: sent.answer.data, refused: null } };
    return { ...refusal(work, sent, TEXTS.requestError), lost };
  },
};

/** The second step: another way of doing it, back to the beginning, or a code. */
async function finishLogin(work: Work): Promise<Outcome> {
  const { form, from, dependencies } = work;
  if (form.has('back')) return { status: 200, problems: null };
  const methods = SECOND_FACTORS.filter((known) => textOf(form, 'methods').split(' ').includes(known));
  const chosen = form.get('choose') ?? form.get('method');
  const method = SECOND_FACTORS.find((known) => known === chosen) ?? 'recovery';
  const challenge = textOf(form, 'challenge');
  const secondStep = { challenge, methods, method };
  if (form.has('choose')) return { status: 200, problems: null, secondStep };
  const again = (status: number, whole: string): Outcome => ({
    status,
    problems: { whole, fields: {} },
    secondStep,
  });
  const code = textOf(form, 'code').trim();
  if (method === 'passkey') return again(422, 'A passkey needs JavaScript. Please use another way.');
  if (code === '') return again(422, TEXTS.fillRequired);
  const body = { challenge, method, code };
  const sent = await dependencies.ask(endpoints.twoFactor.secondStep, { params: {}, body, ...from });
  if (sent.ok) return enter(work, sent.answer.data.token, sent.answer.data.role);
  // The step has ended: the password is asked for again.
  const refused = refusal(work, sent, TEXTS.loginFailed);
  return sent.status === 401 || 'goTo' in refused ? refused : { ...refused, secondStep };
}

const textOf = (form: URLSearchParams, name: string): string => form.get(name) ?? '';

function problemsOf({ path, typed, dependencies }: Work): Outcome | null {
  const problems = dependencies.pages.findProblems(path, typed);
  return problems === null ? null : { status: 422, problems };
}

/** The API's own message, or this one where it gives none. */
function refusal({ path, dependencies }: Work, refused: ApiRefusal | null, fallback: string): Outcome {
  const problems = dependencies.pages.placeRefusal(path, refused?.sentence || fallback);
  const status = refused === null || refused.status === 0 ? 503 : refused.status;
  return { status, problems, waitSeconds: refused?.waitSeconds ?? null };
}

/** The sign-in is done: its session waits in a cookie for the page that takes it over. */
function enter(work: Work, token: string, role: StaffRole | undefined): Outcome {
  work.keep('session', token);
  return { goTo: signedInPath(work.dependencies.pages, work.query.get('from'), role) };
}

/** The page that takes a session over, and then goes on to where its owner was going. */
export function signedInPath(pages: SignInPages, wanted: string | null, role: StaffRole | undefined): string {
  const home = role !== undefined ? '/admin/dashboard' : '/account/dashboard';
  const from = pages.returnPath(wanted ?? '') ?? home;
  return `/signed-in?${new URLSearchParams({ from }).toString()}`;
}
