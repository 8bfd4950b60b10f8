/** The id of the place where it is said from: on the page before anything is, as screen readers want it. */
export const ANNOUNCER_ID = 'announcer';

/** Has screen readers say something, in its turn, where a page shows it by coming, changing or going. */
export function announce(text: string): void {
  const place = document.getElementById(ANNOUNCER_ID);
  // The same again is a change to nobody: a space makes it one.
  if (place !== null) place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}
