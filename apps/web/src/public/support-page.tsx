import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { ReachUs } from './reach-us.tsx';
import { useBrand } from './site-context.ts';
import { SitePage, SiteSection } from './site-page.tsx';

/** What to do when something is not as expected. */
export function SupportPage() {
  const brand = useBrand();
  return (
    <SitePage title="Support" lead="Most questions about a conversion are answered by its own page.">
      <SiteSection title="I sent coins and see no naira yet">
        <p>
          Open the conversion in your history. Its timeline says what has happened, what it waits for and about how long
          that takes.
        </p>
        <div>
          <ButtonAnchor href="/account/convert-to-naira/history" variant="secondary">
            Open my history
          </ButtonAnchor>
        </div>
      </SiteSection>
      <SiteSection title="I sent too little, too much or too late">
        <p>
          What arrived at your address stays yours. The conversion’s page says what is missing, or what went to your
          balance.
        </p>
      </SiteSection>
      <SiteSection title="Talk to us">
        {brand.supportEmail === '' && brand.supportPhone === '' ? (
          <p>The operator of this gateway names an e-mail address and a phone number here.</p>
        ) : (
          <ReachUs brand={brand} />
        )}
      </SiteSection>
    </SitePage>
  );
}
