import type { SignInProvider } from '@kobogate/contract';

const MARKS: Readonly<Record<SignInProvider, string>> = {
  google:
    'M12 10.4v3.5h5c-.3 1.6-1.9 4.1-5 4.1a6 6 0 1 1 0-12c1.6 0 2.8.7 3.5 1.4l2.6-2.5A9.5 9.5 0 1 0 12 21.5c5.500 0 9.200-3.900 9.200-9.300 0-.6-.1-1.200-.2-1.800Z',
  apple:
    'M16.400 12.500c0-2 1.600-3 1.700-3.100-1-1.400-2.400-1.500-2.900-1.600-1.200-.1-2.400.7-3 .7s-1.600-.7-2.600-.7c-1.300 0-2.600.8-3.300 2-1.400 2.400-.4 6 1 8 .7 1 1.500 2 2.500 2 1 0 1.400-.6 2.600-.6s1.600.6 2.600.6 1.800-1 2.400-1.900c.8-1.100 1.100-2.200 1.100-2.300 0 0-2.100-.8-2.100-3.100ZM14.400 6.500c.6-.7.9-1.600.8-2.500-.8 0-1.800.5-2.300 1.200-.5.6-1 1.500-.9 2.400.9.1 1.800-.5 2.400-1.100Z',
};

/** The mark of a provider, in the colour of the text beside it, which names it. */
export function ProviderMark({ of, className }: { of: SignInProvider; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <path d={MARKS[of]} fill="currentColor" />
    </svg>
  );
}
