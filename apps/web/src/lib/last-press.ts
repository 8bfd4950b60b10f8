let last = '';

const remember = (event: Event): void => {
  last = event instanceof PointerEvent ? event.pointerType : 'keyboard';
};
document.addEventListener('pointerdown', remember, true);
document.addEventListener('keydown', remember, true);

/**
 * Whether the last press was a touch, so that a phone would cover the page with its keyboard once a field has the
 * focus.
 */
export const isByTouch = (): boolean => last === 'touch';
