import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { CloudOff, Inbox, type LucideIcon } from './icons.ts';
import { Loading } from './loading.tsx';

/** A grey stand-in of the final size; give it width and height by class. The list around it carries the label. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-card bg-sunk', className)} />;
}

/** Skeleton rows of one height, announced once as loading. */
export function SkeletonRows({
  rows = 4,
  label,
  className = 'h-16',
}: {
  rows?: number;
  label: string;
  className?: string;
}) {
  return (
    <Loading label={label} className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={classes('w-full', className)} />
      ))}
    </Loading>
  );
}

function Centred({ icon: Icon, children, isAlert }: { icon: LucideIcon; children: ReactNode; isAlert?: boolean }) {
  return (
    <div
      role={isAlert === true ? 'alert' : undefined}
      className="grid justify-items-center gap-4 px-4 py-12 text-center"
    >
      <span className="grid size-14 place-items-center rounded-full bg-sunk text-ink-soft">
        <Icon className="size-6" aria-hidden="true" />
      </span>
      {children}
    </div>
  );
}

// The two belong together; the action is apart from both.
function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1.5 text-balance">
      <p className="max-w-md text-lg font-semibold text-balance">{title}</p>
      {children !== undefined && <div className="max-w-sm text-ink-soft">{children}</div>}
    </div>
  );
}

/** Nothing here yet: says what the place is for and offers the first step. */
export function EmptyState({
  icon = Inbox,
  title,
  action,
  children,
}: {
  icon?: LucideIcon;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Centred icon={icon}>
      <Words title={title}>{children}</Words>
      {action}
    </Centred>
  );
}

/** Something could not be loaded: the sentence, and a next step. */
export function ErrorState({
  message,
  onRetry,
  retryLabel = 'Try again',
  isRetrying = false,
  children,
}: {
  message: string;
  onRetry?: () => void;
  retryLabel?: string;
  isRetrying?: boolean;
  children?: ReactNode;
}) {
  return (
    <Centred icon={CloudOff} isAlert>
      <Words title={message}>{children}</Words>
      {onRetry !== undefined && (
        <Button variant="secondary" onClick={onRetry} pending={isRetrying} pendingLabel="Trying again...">
          {retryLabel}
        </Button>
      )}
    </Centred>
  );
}
