/** The id of the live region: it is on the page before it has a text, as screen readers need it. */
export const ANNOUNCER_ID = 'announcer';

/** Has screen readers say a text, in its turn, where the page shows a change only visually. */
export function announce(text: string): void {
  const place = document.getElementById(ANNOUNCER_ID);
  // The same text again is not announced: a space makes it a change.
  if (place !== null) place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}
