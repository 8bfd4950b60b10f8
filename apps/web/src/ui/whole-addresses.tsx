const GROUP = /^0x.{4}|.{1,4}/g;

/** Whole addresses, one a line, to compare by eye in groups of four; what is copied has no gaps. */
export function WholeAddresses({ addresses }: { addresses: readonly string[] }) {
  return (
    <ul className="my-1 grid gap-1">
      {addresses.map((address) => (
        <li key={address}>
          <WholeAddress address={address} />
        </li>
      ))}
    </ul>
  );
}

/** One of them, within a line. */
export function WholeAddress({ address }: { address: string }) {
  return (
    <code className="font-mono text-sm">
      {[...address.matchAll(GROUP)].map(({ index, 0: group }) => (
        <span key={index} className="mr-[0.6em] inline-block last:mr-0">
          {group}
        </span>
      ))}
    </code>
  );
}
