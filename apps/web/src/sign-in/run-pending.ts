import { TEXTS } from '@kobogate/contract';
import { copyOf } from './page-parts.ts';
import { showToast } from './show-toast.ts';
import { SLOW_MS, STILL_WAITING } from '../lib/still-waiting.ts';

const running = new WeakSet<HTMLFormElement>();

/**
 * Runs a task of a form, one at a time: presses in between do nothing. Until it ends the button is disabled and
 * names the running task; then the focus returns. A task that leads to another page answers `left`: the button
 * stays as it is until this page is seen again. A thrown error's message is shown, else `fallback`.
 */
export async function runPending(
  form: HTMLFormElement,
  button: HTMLButtonElement | null,
  fallback: string,
  task: () => Promise<'left' | undefined>,
): Promise<void> {
  if (running.has(form)) return;
  running.add(form);
  const end = showPending(button);
  const release = (): void => {
    end();
    running.delete(form);
  };
  try {
    if ((await task()) === 'left') {
      addEventListener('pageshow', release, { once: true });
      return;
    }
  } catch (failure) {
    showToast('error', (failure instanceof Error && failure.message) || fallback);
  }
  release();
}

function showPending(button: HTMLButtonElement | null): () => void {
  const had = [...(button?.childNodes ?? [])];
  const hadFocus = button !== null && document.activeElement === button;
  if (button !== null) {
    button.disabled = true;
    button.setAttribute('aria-busy', 'true');
    button.replaceChildren(copyOf('spinner'), button.dataset['pending'] ?? TEXTS.pleaseWait);
  }
  let dismiss = (): void => undefined;
  const timer = setTimeout(() => {
    dismiss = showToast('loading', STILL_WAITING);
  }, SLOW_MS);
  return () => {
    clearTimeout(timer);
    dismiss();
    if (button === null) return;
    button.disabled = false;
    button.removeAttribute('aria-busy');
    button.replaceChildren(...had);
    // A browser takes the focus from a disabled button.
    if (hadFocus && document.activeElement === document.body) button.focus({ preventScroll: true });
  };
}
