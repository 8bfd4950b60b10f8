import { Fragment } from 'react';
import { groupedAddress } from '../lib/formats.ts';
import { classes } from './classes.ts';

/**
 * A whole address in groups of four that are set apart by styling alone, so that selecting and copying gives the
 * address and nothing else.
 */
export function GroupedAddress({ address, className = 'text-sm' }: { address: string; className?: string }) {
  // Groups repeat within an address; their order never changes.
  const groups = groupedAddress(address)
    .split(' ')
    .map((text, place) => ({ place, text }));
  return (
    <code className={classes('font-mono', className)}>
      {groups.map(({ place, text }) => (
        <Fragment key={place}>
          <span className="mr-[0.5em]">{text}</span>
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}

/** Whole addresses, one a line. */
export function AddressList({ addresses }: { addresses: readonly string[] }) {
  return (
    <ul className="my-1 grid gap-1">
      {addresses.map((address) => (
        <li key={address}>
          <GroupedAddress address={address} />
        </li>
      ))}
    </ul>
  );
}
