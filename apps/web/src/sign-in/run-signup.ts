import { type endpoints, TEXTS } from '@kobogate/contract';
import { focusFirstEmpty } from '../lib/focus-field.ts';
import { formValues } from '../lib/form-values.ts';
import { findProblems } from './form-rules.ts';
import { goOn } from './leave.ts';
import { submitterOf } from './page-parts.ts';
import { runPending } from './run-pending.ts';
import { send } from './send.ts';
import { showProblems } from './show-problems.ts';
import { rememberVerificationEmail } from './verification-email.ts';

const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'password'] as const;

/** Opens an account by the API and goes on to its code. What was typed stays on failure. */
export function runSignup(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = formValues(form, FIELDS);
    const values = { ...typed, email: typed.email.trim() };
    const problems = findProblems('/signup', values);
    showProblems(form, problems);
    if (problems !== null) return focusFirstEmpty(form, FIELDS);
    void runPending(form, submitterOf(event), TEXTS.signupFailed, async () => {
      const sent = await send<typeof endpoints.accounts.register>('/auth/register', values);
      if (!sent.isDone) throw new Error(sent.message);
      form.reset();
      rememberVerificationEmail(values.email);
      return goOn('/verify-otp', { kind: 'success', text: sent.answer.message });
    });
  });
}
