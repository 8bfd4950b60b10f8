import type { ReactNode } from 'react';
import { CircleCheck, LoaderCircle, OctagonX } from './icons.ts';

/** Where toasts appear: over everything, without blocking the page. */
export const TOASTS_PLACE = 'pointer-events-none fixed inset-4 z-60 flex flex-col items-center gap-2';

const ICONS: Readonly<Record<string, ReactNode>> = {
  error: <OctagonX className="size-5 shrink-0 text-danger" aria-hidden="true" />,
  success: <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />,
  loading: <LoaderCircle className="size-5 shrink-0 animate-spin text-ink-soft" aria-hidden="true" />,
};

/** One toast. `isGoing` fades it out. */
export function ToastBox({
  kind,
  isGoing = false,
  children,
}: {
  kind: string;
  isGoing?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      data-going={isGoing || undefined}
      className="pointer-events-auto flex max-w-md items-center gap-3 rounded-card border border-hairline bg-surface px-4 py-3 leading-snug text-ink transition duration-150 data-going:pointer-events-none data-going:-translate-y-3 data-going:opacity-0 starting:-translate-y-3 starting:opacity-0"
    >
      {ICONS[kind]}
      <div className="min-w-0 wrap-anywhere whitespace-pre-line">{children}</div>
    </div>
  );
}
