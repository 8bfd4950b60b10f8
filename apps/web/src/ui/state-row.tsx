import type { ReactNode } from 'react';

/** A line of a list: its title and details, with its state beside; on phones the state ends the first line. */
export function StateRow({ name, state, children }: { name: string; state: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 py-3 in-data-dense:py-2">
      <p className="font-medium">{name}</p>
      <div className="sm:row-span-2">{state}</div>
      <div className="figures text-sm text-ink-soft max-sm:col-span-2 max-sm:mt-1">{children}</div>
    </li>
  );
}
