import type { ReactNode } from 'react';
import { CardHeading } from '../../ui/card.tsx';

/** A picture of the day: its question, the answer in a sentence, and what shows it. */
export function Picture({
  id,
  title,
  detail,
  className,
  children,
}: {
  id?: string;
  title: string;
  detail: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-label={title} className={className}>
      <CardHeading title={title} detail={detail} />
      {children}
    </section>
  );
}
