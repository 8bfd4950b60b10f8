import { focusPlace, isFocusNowhere } from './focus-place.ts';

/** Where somebody can go on after a control is gone that was in it: a row, a list, a part of the page, the page. */
const PLACES =
  'tr, li, table, ul, ol, fieldset, form[aria-label], section[aria-label], section[aria-labelledby], [role=dialog], main';
/** Behind a dialog lies what opened it; nobody opens more of them in one another. */
const LONGEST_TRAIL = 8;

/**
 * Watches until told to stop: a control that vanishes with the focus, such as a button of a row that has changed, leaves
 * it to the nearest place around it that is still there. With a dialog that takes what opened it along, to the place
 * around that. Returns what stops it.
 */
export function keepFocus(): () => void {
  /** What had the focus, newest last, each with all that was around it: what is gone can't be asked any more. */
  const trail: Element[][] = [];
  let frame = 0;

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    trail.push(withAllAround(target));
    if (trail.length > LONGEST_TRAIL) trail.shift();
  }

  function goOn(): void {
    if (!isFocusNowhere()) return;
    for (const around of trail.toReversed()) {
      const place = around.find((element) => element.isConnected && element.matches(PLACES));
      if (place instanceof HTMLElement) return focusPlace(place);
    }
  }

  const changes = new MutationObserver(() => {
    const last = trail.at(-1)?.[0];
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
