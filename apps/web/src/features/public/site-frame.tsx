import { PRODUCT_NAME } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { classes } from '../../ui/classes.ts';
import { Wordmark } from '../../ui/mark.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { SITE_LINKS } from './brand.ts';
import { SiteFooter } from './site-footer.tsx';

/** The frame of the public pages: navigation above, footer below. Without `title` the window is named by the product. */
export function SiteFrame({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      {title === undefined ? (
        <title>{`${PRODUCT_NAME}: receive crypto, get naira`}</title>
      ) : (
        <PageTitle>{title}</PageTitle>
      )}
      <SkipLink />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

function SiteHeader() {
  return (
    <header className="sticky top-0 z-20 border-b border-hairline bg-paper">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center px-4 sm:h-18 sm:px-6">
        <Link to="/" aria-label={PRODUCT_NAME} className="rounded-card py-3 sm:mr-auto">
          <Wordmark />
        </Link>
        <nav
          aria-label="Main"
          className="order-last -mx-2 flex w-full justify-between pb-1 sm:order-none sm:mx-0 sm:w-auto sm:gap-2 sm:pb-0"
        >
          {SITE_LINKS.map((link) => (
            <NavLink
              key={link.to}
              to={link.to}
              end
              className={({ isActive }) =>
                classes(
                  'flex min-h-11 items-center rounded-card px-3 text-[15px]',
                  isActive ? 'font-semibold text-ink' : 'text-ink-soft hover:text-ink',
                )
              }
            >
              {link.label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto sm:ml-4">
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}
