import { BrandAddress } from './brand-address.tsx';
import { ReachUs } from './reach-us.tsx';
import { useBrand } from './site-context.ts';
import { SitePage, SiteSection } from './site-page.tsx';

/** Where the company is, and which channels it has. */
export function ContactPage() {
  const brand = useBrand();
  return (
    <SitePage title="Contact" lead="Where to find the people who run this gateway.">
      <SiteSection title="Address">
        <BrandAddress
          className="wrap-anywhere not-italic"
          sampleNote="This is a sample address. The operator of this gateway puts its own here."
        />
      </SiteSection>
      {(brand.supportEmail !== '' || brand.supportPhone !== '') && (
        <SiteSection title="Write or call">
          <ReachUs brand={brand} />
        </SiteSection>
      )}
      <SiteSection id="channels" title="Social channels">
        {brand.socialLinks.length === 0 ? (
          <p>No accounts on X, Instagram or LinkedIn are connected yet. They will be listed here.</p>
        ) : (
          <ul className="grid">
            {brand.socialLinks.map(({ label, url }) => (
              <li key={url}>
                <a href={url} rel="noopener" className="inline-flex min-h-11 items-center text-primary-text underline">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
        <p>
          Be careful with anyone else who writes to you in our name. We never ask for your password, your code or your
          wallet’s secret words.
        </p>
      </SiteSection>
    </SitePage>
  );
}
