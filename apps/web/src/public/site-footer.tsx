import { Wordmark } from '../ui/mark.tsx';
import { BrandAddress } from './brand-address.tsx';
import { useSite } from './site-context.ts';
import { LEGAL_LINKS, SITE_LINKS, socialLinksOf } from './site-links.ts';

function LinkList({ title, links }: { title: string; links: readonly { href: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-sm font-semibold">{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.label}>
            <a
              href={link.href}
              className="inline-flex min-h-11 min-w-11 items-center text-on-night-soft underline-offset-4 hover:text-on-night hover:underline"
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The foot of every public page: quick links, legal links, channels and the address in Lagos. */
export function SiteFooter() {
  const { brand, year } = useSite();
  return (
    <footer className="bg-night text-on-night">
      <div className="mx-auto grid max-w-6xl grid-cols-2 gap-10 px-4 pt-16 pb-10 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="max-lg:col-span-2">
          <Wordmark markClassName="text-[#62d3a3]" />
          <BrandAddress
            className="mt-5 wrap-anywhere text-on-night-soft not-italic"
            sampleClassName="mt-3 max-w-64 text-sm text-on-night-soft"
            sampleNote="A sample address. The operator of this gateway puts its own here."
          />
        </div>
        <LinkList title="Quick links" links={SITE_LINKS} />
        <LinkList title="Legal" links={LEGAL_LINKS} />
        <LinkList title="Social" links={socialLinksOf(brand)} />
      </div>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <p className="border-t border-on-night/15 py-6 text-sm text-on-night-soft">
          © {year} {brand.name}
        </p>
      </div>
    </footer>
  );
}
