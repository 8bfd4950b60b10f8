import { BRAND } from './brand.ts';
import { SitePage, SiteSection } from './site-page.tsx';

/** Where the company is, and which channels it has. */
export function Component() {
  return (
    <SitePage title="Contact" lead="Where to find the people who run this gateway.">
      <SiteSection title="Address">
        <address className="not-italic">
          {BRAND.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        {BRAND.isSample && <p>This is a sample address. Whoever runs this gateway puts theirs here.</p>}
      </SiteSection>
      <SiteSection id="channels" title="Social channels">
        <p>No accounts on X, Instagram or LinkedIn are connected yet. They will be listed here.</p>
        <p>
          Until then, be careful with anyone who writes to you in our name. We never ask for your password, your code or
          your wallet's secret words.
        </p>
      </SiteSection>
    </SitePage>
  );
}
