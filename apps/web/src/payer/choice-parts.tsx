import type { PaymentPageContent } from '@kobogate/contract';
import type { ComponentProps, ReactNode } from 'react';
import { ChevronDown } from '../ui/icons.ts';

/** The page on which a payer chooses. */
export type Choosing = Extract<PaymentPageContent, { kind: 'choosing' }>;

/**
 * The browser's native list, with an arrow that keeps the distance of the text from its edge. Of the marks, in the order of
 * the options after the first, the style sheet shows the one of the option that is chosen.
 */
export function Choice({ marks, ...rest }: ComponentProps<'select'> & { marks?: ReactNode }) {
  return (
    <div className={marks === undefined ? 'relative' : 'choice relative'}>
      <select {...rest} className="field appearance-none pr-11" />
      {marks}
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-ink-soft" />
    </div>
  );
}

/** A label, what belongs beside it, and what it names. */
export function Field({
  id,
  label,
  beside,
  children,
}: {
  id: string;
  label: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id} className="text-[15px] font-semibold">
          {label}
        </label>
        {beside}
      </div>
      {children}
    </div>
  );
}
