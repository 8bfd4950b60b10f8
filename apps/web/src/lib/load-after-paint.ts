/** A background tab paints nothing: there the module is loaded this long after the document. */
const LATEST_MS = 3000;

/**
 * Imports a module once the page's text has been painted, so that the text does not wait for scripts.
 * No press is lost: the last button that only the module handles is pressed again when it runs.
 * Where it can't be loaded, the page stays as without scripts. `onStart` is called as it is asked for, and `onEnd` in
 * both cases.
 */
export function loadAfterPaint(
  address: string,
  { onStart, onEnd }: { onStart?: () => void; onEnd?: () => void } = {},
): void {
  let isAsked = false;
  let pressed: HTMLElement | null = null;

  const remember = ({ target }: Event): void => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('button[type=button]') : null;
  };

  async function load(): Promise<void> {
    if (isAsked) return;
    isAsked = true;
    onStart?.();
    try {
      await import(/* @vite-ignore */ address);
    } catch {
      return;
    } finally {
      onEnd?.();
    }
    removeEventListener('click', remember);
    pressed?.click();
  }

  addEventListener('click', remember);
  // The very first paint may be the background alone.
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) void load();
  }).observe({ type: 'paint', buffered: true });
  addEventListener('load', () => setTimeout(() => void load(), LATEST_MS));
}

/** Fetches modules without running them; a document that imports them then has them. */
export function preloadModules(files: Iterable<string>): void {
  for (const href of files) {
    // With the credentials of an import: otherwise they would be fetched twice.
    const link = Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      crossOrigin: 'anonymous',
      href,
    });
    document.head.append(link);
  }
}
