import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Card } from '../../ui/card.tsx';

/** One part of the settings: its title at the left (above, where there is little room), and its content. */
export function SettingsSection({
  id,
  title,
  detail,
  children,
}: {
  /** Also the anchor that mails and other pages link to. */
  id: string;
  title: string;
  detail: ReactNode;
  children: ReactNode;
}) {
  const { hash } = useLocation();
  const card = useRef<HTMLElement>(null);
  // A section is drawn after the address was opened, too late for the browser to scroll to it.
  useLayoutEffect(() => {
    if (hash === `#${id}`) card.current?.scrollIntoView();
  }, [hash, id]);
  return (
    <Card
      ref={card}
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 gap-x-10 gap-y-5 xl:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} tabIndex={-1} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">{detail}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </Card>
  );
}
