import { type endpoints, type SignInPath, TEXTS } from '@kobogate/contract';
import { focusField, focusFirstEmpty } from '../lib/focus-field.ts';
import { formValues } from '../lib/form-values.ts';
import { storeToken } from '../lib/token.ts';
import { findProblems } from './form-rules.ts';
import { afterSignIn, goOn, goOnInstead } from './leave.ts';
import { submitterOf } from './page-parts.ts';
import { runPending } from './run-pending.ts';
import { openSecondStep } from './run-second-step.ts';
import { send } from './send.ts';
import { showProblems } from './show-problems.ts';
import { rememberVerificationEmail } from './verification-email.ts';

const FIELDS = ['email', 'password'] as const;
const PATH: SignInPath = '/login';

/** Signs in by the API, and does the second step in the same document where the account has one. */
export function runLogin(form: HTMLFormElement): void {
  async function signIn(email: string, password: string): Promise<'left' | undefined> {
    const sent = await send<typeof endpoints.accounts.login>('/auth/login', { email, password });
    if (!sent.isDone) throw new Error(sent.message || TEXTS.loginFailed);
    const { message, data } = sent.answer;
    if (!data.isVerified) {
      rememberVerificationEmail(email);
      return goOn('/verify-otp', { kind: 'blank', text: TEXTS.verifyFirst });
    }
    if (data.secondFactor !== undefined) {
      openSecondStep(form, data.secondFactor);
      return undefined;
    }
    if (data.token !== undefined) storeToken(data.token);
    return goOnInstead(afterSignIn(data.role), { kind: 'success', text: message || TEXTS.loginSuccess });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = formValues(form, FIELDS);
    const problems = findProblems(PATH, values);
    showProblems(form, problems);
    if (problems?.fields['email'] === TEXTS.invalidEmail) return focusField(form, 'email');
    if (problems !== null) return focusFirstEmpty(form, FIELDS);
    void runPending(form, submitterOf(event), TEXTS.loginScreenFailed, () =>
      signIn(values.email.trim(), values.password),
    );
  });
}
