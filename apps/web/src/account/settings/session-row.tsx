import type { AccountSession } from '@kobogate/contract';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Monitor, MonitorSmartphone, Smartphone, Tablet } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { Badge } from '../../ui/status.tsx';

const ICONS = { computer: Monitor, phone: Smartphone, tablet: Tablet, other: MonitorSmartphone } as const;

/** One device: its name, from where and since when, when it was last seen, and a button to sign it out. */
export function SessionRow({ session, onSignOut }: { session: AccountSession; onSignOut: () => Promise<void> }) {
  const { device, kind, address, createdAt, lastSeenAt, isCurrent } = session;
  const { isPending, run } = usePending();
  const Icon = ICONS[kind];
  return (
    <li className="flex gap-4 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunk text-ink-soft">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="flex min-w-0 grow flex-col gap-x-4 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            {device}
            {isCurrent && <Badge>This device</Badge>}
          </p>
          <p className="mt-0.5 text-sm text-ink-soft">
            {isCurrent ? (
              'Active now'
            ) : (
              <>
                Last seen <Moment at={lastSeenAt} />
              </>
            )}
          </p>
          <p className="text-sm text-ink-soft">
            {address === '' ? 'Signed in ' : `From ${address}, signed in `}
            <Moment at={createdAt} />
          </p>
        </div>
        {!isCurrent && (
          <Button
            variant="quiet"
            className="-ml-4 self-start sm:-mr-4 sm:ml-0 sm:self-center"
            pending={isPending}
            pendingLabel="Signing out..."
            onClick={() => void run(onSignOut)}
          >
            Sign out<span className="sr-only"> {device}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
