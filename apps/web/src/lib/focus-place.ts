/**
 * Puts the focus on an element that is no control, so that reading and the next Tab go on from there. Does not scroll.
 */
export function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/**
 * True where no element has the focus: a keyboard would begin at the top of the page, and a screen reader says nothing.
 */
export const isFocusNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
