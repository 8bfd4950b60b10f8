import { loadPage } from './load-page.ts';
import { takeParts } from './take-parts.ts';

const LOOK_MS = 5000;
/** A press without an answer holds for so long. */
const HELD_MS = 10_000;

const field = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
};
const notice = (name: string): HTMLElement | null => document.querySelector(`[data-notice=${name}]`);

/** Looks whether a link for one payment has been paid by another payer, and says so then. */
function watchOnce(): void {
  const isChoosing = (page: Document): boolean => page.querySelector('[data-once]') !== null;
  if (!isChoosing(document)) return;
  const look = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !isChoosing(document)) return;
    const fresh = await loadPage(location.href).catch(() => null);
    if (fresh === null || isChoosing(fresh)) return;
    takeParts(fresh);
    clearInterval(timer);
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  document.addEventListener('visibilitychange', () => void look());
}

/** The choice of coin, then network: networks load without a reload, and no payment is opened twice. */
export function runChoice(): void {
  let asked = 0;
  watchOnce();

  async function loadNetworks(form: HTMLFormElement): Promise<void> {
    const network = form.querySelector<HTMLSelectElement>('#network');
    if (network === null) return;
    asked += 1;
    const own = asked;
    const address = new URL(form.action);
    for (const name of ['currency', 'amount']) address.searchParams.set(name, field(form, name));
    network.replaceChildren(new Option(network.dataset['loading'] ?? '', ''));
    network.disabled = true;
    network.setAttribute('aria-busy', 'true');
    notice('networks')?.setAttribute('hidden', '');
    try {
      const fresh = await loadPage(address.href);
      // The last choice is the one that counts.
      if (own !== asked) return;
      const wasComplete = notice('missing')?.hidden;
      takeParts(fresh);
      // A press in between still shows what is missing.
      if (wasComplete === false) notice('missing')?.removeAttribute('hidden');
      history.replaceState(null, '', address);
    } catch {
      if (own !== asked) return;
      network.removeAttribute('aria-busy');
      notice('networks')?.removeAttribute('hidden');
    }
  }

  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.form === null) return;
    notice('missing')?.setAttribute('hidden', '');
    if (target.id === 'currency') void loadNetworks(target.form);
  });
  document.addEventListener('click', ({ target }) => {
    const again = target instanceof Element ? target.closest<HTMLButtonElement>('[data-again]') : null;
    if (again?.form) void loadNetworks(again.form);
  });
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement)) return;
    // One press, one payment.
    if (form.ariaBusy === 'true') return event.preventDefault();
    if (form.querySelector('#currency') !== null && (field(form, 'currency') === '' || field(form, 'network') === '')) {
      event.preventDefault();
      notice('missing')?.removeAttribute('hidden');
      return;
    }
    form.ariaBusy = 'true';
    const { opening } = form.dataset;
    if (submitter === null || opening === undefined) return;
    const label = submitter.textContent;
    submitter.textContent = opening;
    // No event tells that a bad network lost the press. Pressed again it opens the same payment, by the form's key.
    setTimeout(() => {
      form.ariaBusy = null;
      submitter.textContent = label;
    }, HELD_MS);
  });
  // On a slow network a coin may have been picked before this ran, or restored by the browser after a reload.
  const early = document.querySelector<HTMLSelectElement>('#currency')?.form ?? null;
  const isWaiting = early?.querySelector<HTMLSelectElement>('#network')?.disabled === true;
  if (early !== null && isWaiting && field(early, 'currency') !== '') void loadNetworks(early);
  // The visitor came back from the next page: the form is as they left it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
