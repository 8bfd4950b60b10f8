/** A tab that is behind others paints nothing: there, this long after the document is there. */
const LATEST_MS = 3000;

/**
 * Imports a module once the page's text has been painted: what there is to read does not wait for what moves it.
 * Nothing that is pressed is lost meanwhile: the last button that only the module answers is pressed again when it runs.
 * Where it can't be had, the page stays as without scripts. `onEnd` hears of either.
 */
export function loadAfterPaint(address: string, onEnd?: () => void): void {
  let isAsked = false;
  let pressed: HTMLElement | null = null;

  const remember = ({ target }: Event): void => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('button[type=button]') : null;
  };

  async function load(): Promise<void> {
    if (isAsked) return;
    isAsked = true;
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
  // The first paint of all may be the ground alone.
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) void load();
  }).observe({ type: 'paint', buffered: true });
  addEventListener('load', () => setTimeout(() => void load(), LATEST_MS));
}
