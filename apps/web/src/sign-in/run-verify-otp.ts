import { type endpoints, TEXTS } from '@kobogate/contract';
import { storeToken } from '../lib/token.ts';
import { goOnInstead } from './leave.ts';
import { EMPTY_BOXES, erased, type OtpBoxes, pasted, spread, typed, wholeCode } from './otp-boxes.ts';
import { submitterOf } from './page-parts.ts';
import { runPending } from './run-pending.ts';
import { send } from './send.ts';
import { showWhole } from './show-problems.ts';
import { showToast } from './show-toast.ts';
import { forgetVerificationEmail, verificationEmail } from './verification-email.ts';

/**
 * Runs the four boxes of a code and sends it with its last digit. Without an address to verify it goes to /login, which
 * says so. A sign-up that began without a script (`data-plain`) is sent as a form: its code belongs to the cookie's
 * browser.
 */
export function runVerifyOtp(form: HTMLFormElement): void {
  const isPlain = form.dataset['plain'] !== undefined;
  const email = isPlain ? '' : verificationEmail();
  if (email === null) return void goOnInstead('/login', { kind: 'error', text: TEXTS.noEmail });
  const place = document.querySelector('[data-email]');
  if (!isPlain && place !== null) place.textContent = email;

  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[name=otp]')];
  const state = document.getElementById('otp-state');
  let boxes = EMPTY_BOXES;

  function show(next: OtpBoxes): void {
    boxes = next;
    inputs.forEach((input, index) => {
      input.value = boxes.digits[index] ?? '';
    });
    inputs[boxes.focus]?.focus();
  }

  function say(problem: string | null): void {
    showWhole(form, problem);
    for (const input of inputs) {
      if (problem === null) input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
    }
  }

  function change(next: OtpBoxes): void {
    const isNew = next.digits !== boxes.digits;
    show(next);
    if (isNew && wholeCode(next) !== null) form.requestSubmit();
  }

  function setChecking(isChecking: boolean): void {
    for (const input of inputs) input.disabled = isChecking;
    if (state !== null) state.textContent = isChecking ? 'Checking the code...' : '';
  }

  async function verify(otp: string): Promise<'left' | undefined> {
    setChecking(true);
    try {
      const sent = await send<typeof endpoints.accounts.verify>('/auth/verify', { email: email ?? '', otp });
      if (!sent.isDone) throw new Error(sent.message);
      storeToken(sent.answer.data.token);
      forgetVerificationEmail();
      return goOnInstead('/account/dashboard', { kind: 'success', text: sent.answer.message });
    } catch (failure) {
      setChecking(false);
      say((failure instanceof Error && failure.message) || TEXTS.verificationFailed);
      show({ ...EMPTY_BOXES });
      return undefined;
    }
  }

  async function resend(): Promise<undefined> {
    const sent = await send<typeof endpoints.accounts.resendOtp>('/auth/resend-otp', { email: email ?? '' });
    if (!sent.isDone) throw new Error(sent.message);
    showToast('success', sent.answer.message || TEXTS.codeSent);
    return undefined;
  }

  inputs.forEach((input, index) => {
    input.addEventListener('input', () => change(typed(boxes, index, input.value)));
    input.addEventListener('focus', () => input.select());
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Backspace') {
        event.preventDefault();
        change(erased(boxes, index));
      }
      if (event.key === 'ArrowLeft' && index > 0) show({ ...boxes, focus: index - 1 });
      if (event.key === 'ArrowRight' && index < inputs.length - 1) show({ ...boxes, focus: index + 1 });
    });
    input.addEventListener('paste', (event) => {
      event.preventDefault();
      const filled = pasted(event.clipboardData?.getData('text') ?? '');
      if (filled === null) say(TEXTS.pasteFourDigits);
      else change(filled);
    });
  });
  form.addEventListener('submit', (event) => {
    const isResend = submitterOf(event)?.name === 'resend' && event.submitter !== null;
    const code = wholeCode(boxes);
    if (isPlain && (isResend || code !== null)) return;
    event.preventDefault();
    if (isResend) return void runPending(form, submitterOf(event), TEXTS.resendFailed, resend);
    if (code === null) return show({ ...boxes, focus: Math.max(0, boxes.digits.indexOf('')) });
    say(null);
    void runPending(form, submitterOf(event), TEXTS.verificationFailed, () => verify(code));
  });
  // What was typed before this script was here, all of it into the box that had the focus.
  const before = inputs.map(({ value }) => value);
  if (before.some((text) => text !== '')) change(spread(before));
  else inputs[0]?.focus();
}
