import { focusPlace, isFocusNowhere } from './focus-place.ts';

/** Where somebody can go on after a control is gone that was in it: a row, a list, a part of the page, the page. */
const PLACES =
  'tr, li, table, ul, ol, fieldset, form[aria-label], section[aria-label], section[aria-labelledby], [role=dialog], main';
/** Each has a focus of its own, to which it goes back. */
const LAYERS = '[role=dialog], main';
/** Nobody opens more dialogs in one another; those that are gone need not be kept. */
const MOST_LAYERS = 8;

/**
 * Watches until told to stop: a control that vanishes with the focus, such as a button of a row that has changed, leaves
 * it to the nearest place around it that is still there. With a dialog that takes what opened it along, to the place
 * around that. Returns what stops it.
 */
export function keepFocus(): () => void {
  /** What had the focus last in each layer, newest last, with all that was around it: what is gone can't be asked any more. */
  let trail: { readonly layer: Element | null; readonly around: readonly Element[] }[] = [];
  let frame = 0;

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    const layer = target.closest(LAYERS);
    const others = trail.filter((each) => each.layer !== layer);
    trail = [...others, { layer, around: withAllAround(target) }].slice(-MOST_LAYERS);
  }

  function goOn(): void {
    if (!isFocusNowhere()) return;
    for (const { around } of trail.toReversed()) {
      const place = around.find((element) => element.isConnected && element.matches(PLACES));
      if (place instanceof HTMLElement) return focusPlace(place);
    }
  }

  const changes = new MutationObserver(() => {
    const last = trail.at(-1)?.around[0];
    if (last === undefined || last.isConnected || !isFocusNowhere()) return;
    // A frame later: whoever took it away may know better where the focus belongs.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(goOn);
  });
  changes.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    document.removeEventListener('focusin', remember);
  };
}

function withAllAround(element: Element): Element[] {
  const all: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) all.push(each);
  return all;
}
