import { PRODUCT_NAME } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import { Wordmark } from '../ui/mark.tsx';
import { windowTitle } from '../ui/page-title.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { ThemeButton } from '../ui/theme-button.tsx';
import { SITE_LINKS } from './site-links.ts';
import { useSite } from './site-context.ts';
import { SiteFooter } from './site-footer.tsx';

/**
 * The frame of the public pages: navigation above, footer below. Without `title` the window has the product's name;
 * `description` is what a search engine shows.
 */
export function SiteFrame({
  title,
  description,
  children,
}: {
  title?: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <title>{title === undefined ? `${PRODUCT_NAME}: receive crypto, get naira` : windowTitle(title)}</title>
      <meta name="description" content={description} />
      <SkipLink />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

/** Whether a page is this one, or one below it. */
const isWithin = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);

function SiteHeader() {
  const { path } = useSite();
  return (
    <header className="z-20 border-b border-hairline bg-paper sm:sticky sm:top-0">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center px-4 sm:h-18 sm:px-6">
        <a href="/" aria-label={PRODUCT_NAME} className="rounded-card py-3 sm:mr-auto">
          <Wordmark />
        </a>
        <nav
          aria-label="Main"
          className="order-last -mx-1 flex w-[calc(100%+0.5rem)] flex-wrap justify-between pb-1 sm:order-none sm:mx-0 sm:w-auto sm:gap-2 sm:pb-0"
        >
          {SITE_LINKS.map((link) => (
            <a
              key={link.href}
              href={link.href}
              aria-current={link.href === path ? 'page' : isWithin(path, link.href) ? true : undefined}
              className={classes(
                'flex min-h-11 items-center rounded-card px-1 text-[15px] sm:px-3',
                // The wordmark leads there too, and the row is full on a phone.
                link.href === '/' && 'max-sm:hidden',
                isWithin(path, link.href) ? 'font-semibold text-ink' : 'text-ink-soft hover:text-ink',
              )}
            >
              {link.label}
            </a>
          ))}
        </nav>
        <div className="-mr-3 ml-auto sm:ml-4">
          <ThemeButton theme="system" />
        </div>
      </div>
    </header>
  );
}
