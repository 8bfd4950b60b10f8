import { isSampleBrand } from '@kobogate/contract';
import { Link } from 'react-router';
import { classes } from '../../ui/classes.ts';
import { Wordmark } from '../../ui/mark.tsx';
import { LEGAL_LINKS, SITE_LINKS, socialLinksOf } from './brand.ts';
import { useBrand } from './use-brand.ts';

// Read once when the code loads, so that drawing the footer again draws the same.
const CURRENT_YEAR = new Date().getFullYear();

function LinkList({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-sm font-semibold">{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.label}>
            <Link
              to={link.to}
              className="inline-flex min-h-11 items-center text-on-night-soft underline-offset-4 hover:text-on-night hover:underline"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The foot of every public page: quick links, legal links, channels and the address in Lagos. */
export function SiteFooter() {
  const { brand, isKnown } = useBrand();
  return (
    <footer className="bg-night text-on-night">
      <div className="mx-auto grid max-w-6xl grid-cols-2 gap-10 px-4 pt-16 pb-10 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="max-lg:col-span-2">
          <Wordmark markClassName="text-[#62d3a3]" />
          <address className={classes('mt-5 wrap-anywhere text-on-night-soft not-italic', !isKnown && 'invisible')}>
            {brand.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          {isKnown && isSampleBrand(brand, 'address') && (
            <p className="mt-3 max-w-64 text-sm text-on-night-soft">
              A sample address. Whoever runs this gateway puts theirs here.
            </p>
          )}
        </div>
        <LinkList title="Quick links" links={SITE_LINKS} />
        <LinkList title="Legal" links={LEGAL_LINKS} />
        <LinkList title="Social" links={socialLinksOf(brand)} />
      </div>
      <p className="mx-auto max-w-6xl border-t border-on-night/15 px-4 py-6 text-sm text-on-night-soft sm:px-6">
        © {CURRENT_YEAR} {brand.name}
      </p>
    </footer>
  );
}
