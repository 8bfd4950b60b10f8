import { useEffect, type RefObject } from 'react';

/** Tells when the pointer is over an element and when the focus is inside it. */
export function useAttention(
  element: RefObject<HTMLElement | null>,
  onChange: (kind: 'hover' | 'focus', isHere: boolean) => void,
): void {
  useEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    const stop = new AbortController();
    const on = (name: string, kind: 'hover' | 'focus', isHere: boolean): void =>
      node.addEventListener(name, () => onChange(kind, isHere), { signal: stop.signal });
    on('mouseenter', 'hover', true);
    on('mouseleave', 'hover', false);
    on('focusin', 'focus', true);
    on('focusout', 'focus', false);
    return () => stop.abort();
  }, [element, onChange]);
}
