import { focusPlace, isFocusNowhere } from './focus-place.ts';

/** Places that can take the focus of a control that is gone: a row, a list, a part of the page, the page. */
const PLACES =
  'tr, li, table, ul, ol, fieldset, form[aria-label], section[aria-label], section[aria-labelledby], [role=dialog], main';
/** Each has a focus of its own, to which it returns. */
const LAYERS = '[role=dialog], main';
/** More dialogs are never nested; earlier ones need not be remembered. */
const MOST_LAYERS = 8;

/**
 * Watches until stopped: a control that disappears while it has the focus, such as a button of a row that has changed, passes
 * the focus to the nearest place around it that is still there. Where a dialog and its opener disappear, the place around the
 * opener gets it. Returns the function that stops it.
 */
export function keepFocus(): () => void {
  /**
   * What had the focus last in each layer, newest last, with all its ancestors: a removed element has none any more.
   */
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
    // A frame later: the code that removed it may set the focus itself.
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
