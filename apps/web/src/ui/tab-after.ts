/** A pressed key, and the modifiers held with it. */
interface Press {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The tab of `count` to which a key leads from the one at `index`, around the ends; null if it leads to none, such as with Alt,
 * with which a browser goes back. Pure.
 */
export function tabAfter(press: Press, index: number, count: number): number | null {
  if (press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return null;
  if (press.key === 'ArrowRight') return (index + 1) % count;
  if (press.key === 'ArrowLeft') return (index + count - 1) % count;
  if (press.key === 'Home') return 0;
  return press.key === 'End' ? count - 1 : null;
}
