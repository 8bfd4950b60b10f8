import { explorerAddressUrl } from '@kobogate/contract';
import { GroupedAddress } from '../ui/grouped-address.tsx';

/** A whole address, leading to its network’s public page of it in a new tab; `what` names it for screen readers. */
export function AddressLink({ address, network, what }: { address: string; network: string; what?: string }) {
  const page = explorerAddressUrl(network, address);
  const text = <GroupedAddress address={address} />;
  if (page === null) return text;
  return (
    <a
      href={page}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 max-w-md items-center text-primary-text underline"
    >
      {what !== undefined && <span className="sr-only">{what}: </span>}
      {text}
      <span className="sr-only"> (opens a public explorer)</span>
    </a>
  );
}
