const TOUCHES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the row in view while lists above it load and push it down, until the person scrolls, presses or types. Answers
 * what ends it.
 */
function keepInView(row: HTMLElement): () => void {
  const resized = new ResizeObserver(() => row.scrollIntoView({ block: 'center' }));
  resized.observe(document.body);
  const touched = new AbortController();
  const end = (): void => {
    resized.disconnect();
    touched.abort();
  };
  for (const touch of TOUCHES) addEventListener(touch, end, { signal: touched.signal, passive: true });
  return end;
}

/** Marks the row, once it is drawn, if the page's address names it after its `#`, and brings it into view. */
function show(row: HTMLElement | null): (() => void) | undefined {
  if (row === null || location.hash !== `#${encodeURIComponent(row.id)}`) return undefined;
  row.setAttribute('aria-current', 'true');
  row.classList.add('bg-primary-soft');
  return keepInView(row);
}

/** The attributes of a row that the address can name by this id, as the queue of decisions does. */
export const namedRow = (id: string) => ({ id, ref: show });
