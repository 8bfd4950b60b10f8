import {
  type endpoints,
  SECOND_FACTORS,
  type SecondFactor,
  type SecondStep,
  TEXTS,
  TOTP_LENGTH,
} from '@kobogate/contract';
import { focusField } from '../lib/focus-field.ts';
import { formValues } from '../lib/form-values.ts';
import { loginAddress } from '../lib/return-path.ts';
import { sayNext } from '../lib/said.ts';
import { storeToken } from '../lib/token.ts';
import { afterSignIn, goOnInstead } from './leave.ts';
import { copyOf, formNamed } from './page-parts.ts';
import { runPending } from './run-pending.ts';
import { send } from './send.ts';
import { showWhole } from './show-problems.ts';
import { passkeyRefusal } from '../lib/passkey-refusal.ts';

type Finish = typeof endpoints.twoFactor.secondStep;
type AskPasskey = typeof endpoints.twoFactor.secondStepPasskey;

/** The API's refusal. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Shows the second step of a login in place of its form, in the same document. On Back, and where the password must be
 * typed again, the login's form is shown as it was left, with the reason.
 */
export function openSecondStep(login: HTMLFormElement, step: SecondStep): void {
  const main = document.querySelector('main');
  const template = document.getElementById('second-step');
  if (main === null) return;
  const before = [...main.childNodes];
  const title = document.title;
  main.replaceChildren(copyOf('second-step'));
  document.title = template?.dataset['title'] ?? title;
  const form = formNamed('second-step');
  if (form === null) return;
  showWhole(login, null);
  runSecondStep(form, step, (why) => {
    main.replaceChildren(...before);
    document.title = title;
    showWhole(login, why);
    focusField(login, 'email');
  });
}

/** The second step in a document of its own, as after a provider's answer: Back leads to the login. */
export function runDrawnSecondStep(form: HTMLFormElement): void {
  const { challenge, methods } = formValues(form, ['challenge', 'methods']);
  const step = { challenge, methods: SECOND_FACTORS.filter((known) => methods.split(' ').includes(known)) };
  runSecondStep(form, step, (why) => {
    if (why !== null) sayNext({ kind: 'error', text: why });
    location.replace(loginAddress(history.state));
  });
}

function runSecondStep(
  form: HTMLFormElement,
  { challenge, methods }: SecondStep,
  startAgain: (why: string | null) => void,
): void {
  let method: SecondFactor = methods[0] ?? 'recovery';

  // For the one button that leaves with the form.
  const kept = form.querySelector<HTMLInputElement>('input[name=challenge]');
  if (kept !== null) kept.value = challenge;

  const field = (): HTMLInputElement | null => form.querySelector<HTMLInputElement>('input[name=code]:not(:disabled)');

  function choose(next: SecondFactor): void {
    method = next;
    for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) {
      part.hidden = part.dataset['for'] !== method;
      for (const input of part.querySelectorAll('input')) {
        input.disabled = part.hidden;
        input.value = '';
      }
    }
    for (const button of form.querySelectorAll<HTMLButtonElement>('button[name=choose]')) {
      button.hidden = button.value === method || !methods.some((known) => known === button.value);
    }
    showWhole(form, null);
    field()?.focus();
  }

  async function finish(input: { code: string } | { assertion: unknown }): Promise<'left'> {
    const body = { challenge, method, ...input } as Parameters<typeof send<Finish>>[1];
    const sent = await send<Finish>('/auth/second-factor', body);
    if (!sent.isDone) throw new Refused(sent.status, sent.message || TEXTS.loginFailed);
    const { message, data } = sent.answer;
    storeToken(data.token);
    return goOnInstead(afterSignIn(data.role), { kind: 'success', text: message || TEXTS.loginSuccess });
  }

  async function withPasskey(): Promise<'left'> {
    const sent = await send<AskPasskey>('/auth/second-factor/passkey', { challenge });
    if (!sent.isDone) throw new Refused(sent.status, sent.message || TEXTS.loginScreenFailed);
    // Loaded when it is needed: most users have no passkey.
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: sent.answer.data });
    return finish({ assertion: { id, rawId, type, response } });
  }

  async function tryOut(task: () => Promise<'left'>): Promise<'left' | undefined> {
    showWhole(form, null);
    try {
      return await task();
    } catch (failure) {
      const isRefused = failure instanceof Refused;
      const words = isRefused ? failure.message : (passkeyRefusal(failure) ?? TEXTS.loginScreenFailed);
      if (isRefused && failure.status === 401) {
        startAgain(words);
        return undefined;
      }
      showWhole(form, words);
      // A refused code of an app is no longer valid: its field is emptied for the next one.
      const code = field();
      if (isRefused && failure.status === 422 && method === 'totp' && code !== null) {
        code.value = '';
        code.focus();
      }
      return undefined;
    }
  }

  form.addEventListener('input', () => {
    if (method === 'totp' && field()?.value.replaceAll(/\s/g, '').length === TOTP_LENGTH) form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
    if (button?.hasAttribute('formaction') === true) return;
    event.preventDefault();
    const chosen = methods.find((known) => button?.name === 'choose' && known === button.value);
    if (button?.name === 'back') return startAgain(null);
    if (chosen !== undefined) return choose(chosen);
    const code = field()?.value ?? '';
    if (method !== 'passkey' && code.trim() === '') return showWhole(form, TEXTS.fillRequired);
    // The form's default button may belong to another method and be hidden, so Enter presses the right one.
    const shown = form.querySelector<HTMLButtonElement>(`[data-for=${method}] button[type=submit]`);
    void runPending(form, shown, TEXTS.loginScreenFailed, () =>
      tryOut(() => (method === 'passkey' ? withPasskey() : finish({ code }))),
    );
  });
  choose(method);
}
