import { PAYER_LANGUAGES, PRODUCT_NAME, type PaymentPageView } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { Mark } from '../ui/mark.tsx';
import { inLanguage } from './page-address.ts';
import { TEXTS_OF } from './texts/all.ts';
import type { Texts } from './texts/texts.ts';

/**
 * The frame of the payer's page in every state: the operator, the languages, and the parts of the page.
 * `isWide` gives the parts two columns where there is room: the facts, and the actions beside them.
 */
export function PageFrame({
  view,
  texts,
  title,
  isWide,
  children,
}: {
  view: PaymentPageView;
  texts: Texts;
  title: string;
  isWide: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`mx-auto flex min-h-dvh max-w-xl flex-col px-4 pb-8 sm:px-6 ${isWide ? 'lg:max-w-5xl' : ''}`}>
      <title>{`${title} | ${PRODUCT_NAME}`}</title>
      <a href="#content" className="skip">
        {texts.frame.skip}
      </a>
      <header className="flex flex-wrap items-center justify-between gap-x-4 py-2 lg:pt-6 print:hidden">
        <span className="inline-flex min-h-11 items-center gap-2.5 text-xl font-bold">
          <Mark className="-ml-[3px] size-7 text-primary" />
          {PRODUCT_NAME}
        </span>
        <Languages view={view} label={texts.frame.language} />
      </header>
      <output id="said" className="sr-only" />
      <main id="content" tabIndex={-1} className={`parts outline-none ${isWide ? 'wide' : ''}`}>
        {children}
      </main>
      {/* Not the name of the address’s `#wallet`: a browser would scroll to it. */}
      <div id="wallet-dialog" />
    </div>
  );
}

function Languages({ view, label }: { view: PaymentPageView; label: string }) {
  return (
    <nav aria-label={label} className="-mx-2 flex flex-wrap text-sm">
      {PAYER_LANGUAGES.map((language) => {
        const isShown = language === view.language;
        return (
          <a
            key={language}
            href={inLanguage(view, language)}
            lang={language}
            hrefLang={language}
            aria-current={isShown ? 'true' : undefined}
            className={`tap min-w-11 justify-center px-2 ${isShown ? 'font-bold text-ink' : 'text-ink-soft underline'}`}
          >
            {TEXTS_OF[language].frame.ownName}
          </a>
        );
      })}
    </nav>
  );
}

/** A part of the page: a script replaces it if it was drawn again, and an `isKept` part only if there was none. */
export function Part({
  name,
  className = 'card',
  isKept = false,
  children,
}: {
  name: string;
  className?: string;
  isKept?: boolean;
  children?: ReactNode;
}) {
  return (
    <section data-part={name} data-kept={isKept ? '' : undefined} className={className}>
      {children}
    </section>
  );
}
