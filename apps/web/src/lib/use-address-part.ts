import { useSearchParams } from 'react-router';

/**
 * The query of the page's address, and a way to set one part of it, so that what is filtered can be reloaded and shared.
 * Empty takes the part away. The step is no place of its own to go back to, and the page stays where it is scrolled.
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
