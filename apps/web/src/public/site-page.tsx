import type { ReactNode } from 'react';
import { SiteFrame } from './site-frame.tsx';

/** A public page of text: a title, a sentence below it, and sections. */
export function SitePage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <SiteFrame title={title} description={lead}>
      <article className="mx-auto grid max-w-6xl gap-12 px-4 py-14 sm:px-6 lg:grid-cols-[1fr_2fr] lg:gap-8 lg:py-20">
        <header>
          <h1 className="headline text-4xl sm:text-5xl">{title}</h1>
          <p className="mt-5 max-w-xl text-lg leading-relaxed text-ink-soft">{lead}</p>
        </header>
        <div className="grid content-start gap-10">{children}</div>
      </article>
    </SiteFrame>
  );
}

/** Lines of one kind, each after a dash. */
export function DashedList({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid gap-2">
      {lines.map((line) => (
        <li key={line} className="flex gap-3">
          <span aria-hidden="true" className="mt-3 h-0.5 w-3 shrink-0 bg-copper" />
          {line}
        </li>
      ))}
    </ul>
  );
}

/** One section of such a page; `id` makes it a link target. */
export function SiteSection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="border-t border-hairline pt-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-3 grid max-w-2xl gap-3 leading-relaxed text-ink-soft">{children}</div>
    </section>
  );
}
