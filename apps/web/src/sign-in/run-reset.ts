import { type endpoints, type SignInPath, TEXTS } from '@kobogate/contract';
import { formValues } from '../lib/form-values.ts';
import { findProblems } from './form-rules.ts';
import { goOnInstead } from './leave.ts';
import { submitterOf } from './page-parts.ts';
import { runPending } from './run-pending.ts';
import { send } from './send.ts';
import { showProblems } from './show-problems.ts';
import { showToast } from './show-toast.ts';

/** Sends a form of one field, once it is filled in. */
function runField(
  form: HTMLFormElement,
  path: SignInPath,
  name: string,
  task: (value: string) => Promise<'left' | undefined>,
): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = formValues(form, [name]);
    const problems = findProblems(path, values);
    showProblems(form, problems);
    if (problems !== null) return;
    void runPending(form, submitterOf(event), TEXTS.requestError, () => task(values[name] ?? ''));
  });
}

/** Asks for a reset link by the API, and says where to look for it. */
export function runRequestReset(form: HTMLFormElement): void {
  runField(form, '/forgotten-password', 'email', async (typed) => {
    const email = typed.trim();
    const sent = await send<typeof endpoints.accounts.forgotPassword>('/auth/forgot-password', { email });
    if (!sent.isDone) throw new Error(sent.message);
    showToast('success', sent.answer.message || TEXTS.resetLinkSent);
    const place = form.querySelector('[data-to]');
    const notice = form.querySelector<HTMLElement>('[data-sent]');
    if (place !== null) place.textContent = email;
    if (notice !== null) notice.hidden = false;
    return undefined;
  });
}

/** Sets a new password by the API with the token of the page's address. */
export function runResetPassword(form: HTMLFormElement): void {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  runField(form, '/reset-password', 'newPassword', async (newPassword) => {
    const sent = await send<typeof endpoints.accounts.resetPassword>('/auth/reset-password', { newPassword, token });
    if (!sent.isDone) throw new Error(sent.message);
    return goOnInstead('/login', { kind: 'success', text: sent.answer.message || TEXTS.passwordReset });
  });
}
