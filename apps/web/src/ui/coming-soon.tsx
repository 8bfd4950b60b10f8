import type { ReactNode } from 'react';
import { Card, PageHeading } from './card.tsx';
import type { LucideIcon } from './icons.ts';
import { PageTitle } from './page-title.tsx';
import { Badge } from './status.tsx';

/**
 * A page that is not built yet: says plainly what it will be, what it will let you do, and where to go until then.
 */
export function ComingSoon({
  title,
  label = 'Coming Soon',
  icon: Icon,
  purpose,
  will,
  actions,
}: {
  title: string;
  label?: string;
  icon: LucideIcon;
  purpose: string;
  will: readonly string[];
  actions?: ReactNode;
}) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeading title={title} detail={purpose} />
      <Card className="max-w-3xl">
        <div className="flex items-center gap-4">
          <span className="grid size-12 place-items-center rounded-full bg-primary-soft text-primary-text">
            <Icon className="size-6" aria-hidden="true" />
          </span>
          <Badge tone="waiting">{label}</Badge>
        </div>
        <p className="mt-6 font-semibold">Here you will be able to</p>
        <ul className="mt-3 grid gap-2.5 text-ink-soft">
          {will.map((line) => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true" className="mt-2.5 h-0.5 w-3 shrink-0 bg-copper" />
              {line}
            </li>
          ))}
        </ul>
        {actions !== undefined && (
          <div className="mt-7 flex flex-wrap gap-3 border-t border-hairline pt-5">{actions}</div>
        )}
      </Card>
    </>
  );
}
