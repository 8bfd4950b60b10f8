import { type endpoints, TEXTS } from '@kobogate/contract';
import { focusFirstEmpty } from '../lib/focus-field.ts';
import { formValues } from '../lib/form-values.ts';
import { storeToken } from '../lib/token.ts';
import { findProblems } from './form-rules.ts';
import { afterSignIn, goOn, goOnInstead } from './leave.ts';
import { submitterOf } from './page-parts.ts';
import { readNamed } from './read-named.ts';
import { runPending } from './run-pending.ts';
import { send } from './send.ts';
import { showProblems } from './show-problems.ts';
import { rememberVerificationEmail } from './verification-email.ts';

const FIELDS = ['first_name', 'last_name', 'phone'] as const;

/**
 * Opens the account of a person whom a provider has named, and continues to where they were going, or to the code if the
 * provider has not proven the address. What was typed stays on failure.
 */
export function runFinishSignup(form: HTMLFormElement): void {
  // Before the form is sent, which is then one call; where this fails it is asked again.
  const asked = readNamed().catch(() => null);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = formValues(form, FIELDS);
    const problems = findProblems('/finish-signup', values);
    showProblems(form, problems);
    if (problems !== null) return focusFirstEmpty(form, FIELDS);
    void runPending(form, submitterOf(event), TEXTS.signupFailed, async () => {
      const named = (await asked) ?? (await readNamed());
      if (named === null) throw new Error('This took too long, and nothing was kept. Please begin again.');
      const body = { ...values, ticket: named.ticket };
      const sent = await send<typeof endpoints.signInProviders.join>('/auth/providers/join', body);
      if (!sent.isDone) throw new Error(sent.message);
      const { message, data } = sent.answer;
      if (data.token === undefined) {
        rememberVerificationEmail(named.email);
        return goOn('/verify-otp', { kind: 'success', text: message });
      }
      storeToken(data.token);
      return goOnInstead(afterSignIn(data.role), { kind: 'success', text: message });
    });
  });
}
