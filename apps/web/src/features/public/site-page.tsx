import type { ReactNode } from 'react';
import { SiteFrame } from './site-frame.tsx';

/** A public page of text: a title, a sentence under it, and sections. */
export function SitePage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <SiteFrame title={title} description={lead}>
      <article className="mx-auto max-w-3xl px-4 py-16 sm:px-6 lg:py-24">
        <h1 className="headline text-5xl">{title}</h1>
        <p className="mt-6 text-xl leading-relaxed text-ink-soft">{lead}</p>
        <div className="mt-12 grid gap-10">{children}</div>
      </article>
    </SiteFrame>
  );
}

/** One section of such a page; `id` makes it a place that links can lead to. */
export function SiteSection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="border-t border-hairline pt-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-3 grid gap-3 leading-relaxed text-ink-soft">{children}</div>
    </section>
  );
}
