import type { ReactNode } from 'react';
import { LINK } from './guide-page.tsx';

/** A section that can be linked to. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-hairline pt-6 wrap-break-word">
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 leading-relaxed text-ink-soft">{children}</div>
    </section>
  );
}

/** A name in code. */
export function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.92em] wrap-anywhere text-ink">{children}</code>;
}

/** A link to another page of the site. */
export function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={LINK}>
      {children}
    </a>
  );
}

/** Names and what they mean, one row each; on a phone the meaning is below its name. */
export function Terms({ terms }: { terms: readonly (readonly [name: string, meaning: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-hairline border-y border-hairline text-[15px]">
      {terms.map(([name, meaning]) => (
        <div key={name} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[13rem_minmax(0,1fr)]">
          <dt>
            <Code>{name}</Code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
