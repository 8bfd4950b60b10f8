import { useSearchParams } from 'react-router';

/**
 * The query of the page's address, and a function to set one part of it, so that a filter survives a reload and can be
 * shared. Empty removes the part. The change adds no history entry, and the page keeps its scroll position.
 */
export function useAddressPart(): [URLSearchParams, (name: string, value: string) => void] {
  const [address, setAddress] = useSearchParams();
  const change = (name: string, value: string): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [address, change];
}
