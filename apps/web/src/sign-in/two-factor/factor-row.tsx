import type { ComponentType, ReactNode } from 'react';

/** One way of signing in, or of the second step: its name, state and actions. */
export function FactorRow({
  icon: Icon,
  name,
  state,
  actions,
}: {
  icon: ComponentType<{ className?: string | undefined; 'aria-hidden'?: 'true' }>;
  name: string;
  state: ReactNode;
  actions: ReactNode;
}) {
  return (
    <li className="flex gap-4 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunk text-ink-soft">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="flex min-w-0 grow flex-col gap-x-4 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="mt-0.5 text-sm text-ink-soft">{state}</p>
        </div>
        <div className="-ml-4 flex shrink-0 flex-wrap sm:-mr-4 sm:ml-0">{actions}</div>
      </div>
    </li>
  );
}
