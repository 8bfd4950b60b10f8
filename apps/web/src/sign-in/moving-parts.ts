import './sign-in.css';
import { whyLastEnded } from '../lib/token.ts';
import { takeSaid } from '../lib/said.ts';
import { runThemeButton } from '../public/run-theme-button.ts';
import { formNamed } from './page-parts.ts';
import { prefetchAccount } from './prefetch-account.ts';
import { keepReturnPath } from './leave.ts';
import { runFinishSignup } from './run-finish-signup.ts';
import { runLogin } from './run-login.ts';
import { runPasswordFields } from './run-password-fields.ts';
import { runProviderLink } from './run-provider-link.ts';
import { runRequestReset, runResetPassword } from './run-reset.ts';
import { runDrawnSecondStep } from './run-second-step.ts';
import { runSignedIn } from './run-signed-in.ts';
import { runSignup } from './run-signup.ts';
import { runVerifyOtp } from './run-verify-otp.ts';
import { showWarning } from './show-problems.ts';
import { showToast } from './show-toast.ts';

for (const button of document.querySelectorAll<HTMLElement>('[data-choice]')) runThemeButton(button);
// Before a form can leave something for the page after this one.
const said = takeSaid();
if (said !== null) showToast(said.kind, said.text);
runPasswordFields();
keepReturnPath();

const login = formNamed('login');
const ended = whyLastEnded();
if (login !== null && ended !== null) showWarning(login, ended);

for (const [form, run] of [
  [login, runLogin],
  [formNamed('second-step'), runDrawnSecondStep],
  [formNamed('signup'), runSignup],
  [formNamed('finish-signup'), runFinishSignup],
  [formNamed('verify-otp'), runVerifyOtp],
  [formNamed('forgotten-password'), runRequestReset],
  [formNamed('reset-password'), runResetPassword],
] as const) {
  if (form !== null) run(form);
}
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-provider]')) runProviderLink(link);
void runSignedIn();
prefetchAccount();
