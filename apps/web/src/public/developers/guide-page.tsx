import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { useSite } from '../site-context.ts';
import { SiteFrame } from '../site-frame.tsx';
import { GUIDE, REFERENCE } from './guide.ts';

const REFERENCE_ROOT = '/developers/reference';
const IN_ORDER = [
  ...GUIDE,
  ...REFERENCE.map(({ href, label }) => ({ href, label: `Reference: ${label.toLowerCase()}` })),
];

/** A page for developers: links to all pages beside it (above it on a phone), and the next one at its end. */
export function GuidePage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { path } = useSite();
  const next = IN_ORDER[IN_ORDER.findIndex(({ href }) => href === path) + 1];
  return (
    <SiteFrame title={title} description={lead}>
      <div className="mx-auto grid max-w-6xl px-4 py-8 sm:px-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-14 lg:py-16">
        <nav aria-label="Developers" className="self-start max-lg:mb-8 lg:sticky lg:top-24">
          <ul className="flex flex-wrap gap-x-1 max-lg:-mx-3 lg:flex-col">
            {GUIDE.map(({ href, label }) => (
              <li key={href}>
                <Place href={href} label={label} isHere={href === path} />
              </li>
            ))}
          </ul>
          {path.startsWith(REFERENCE_ROOT) && (
            <ul
              aria-label="Reference"
              className="flex flex-wrap gap-x-1 max-lg:-mx-3 max-lg:mt-2 max-lg:border-t max-lg:border-hairline max-lg:pt-2 lg:ml-3 lg:flex-col lg:border-l lg:border-hairline lg:pl-3"
            >
              {REFERENCE.map(({ href, label }) => (
                <li key={href}>
                  <Place href={href} label={label} isHere={href === path} />
                </li>
              ))}
            </ul>
          )}
        </nav>
        <article className="min-w-0 lg:max-w-3xl">
          <h1 className="headline text-4xl sm:text-5xl">{title}</h1>
          <p className="mt-5 max-w-2xl text-lg leading-relaxed text-ink-soft">{lead}</p>
          <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-10">{children}</div>
          {next !== undefined && (
            <p className="mt-12 border-t border-hairline pt-6">
              <a href={next.href} className={`inline-flex min-h-11 items-center ${LINK}`}>
                Next: {next.label}
              </a>
            </p>
          )}
        </article>
      </div>
    </SiteFrame>
  );
}

function Place({ href, label, isHere }: { href: string; label: string; isHere: boolean }) {
  return (
    <a
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'flex min-h-11 items-center rounded-card px-3 text-[15px] lg:-ml-3',
        isHere ? 'bg-sunk font-semibold' : 'text-ink-soft hover:text-ink',
      )}
    >
      {label}
    </a>
  );
}

/** The look of a link inside the text. */
export const LINK = 'font-medium text-primary-text underline underline-offset-4';
