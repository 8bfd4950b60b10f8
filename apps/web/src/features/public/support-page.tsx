import { ButtonLink } from '../../ui/button.tsx';
import { ReachUs } from './reach-us.tsx';
import { SitePage, SiteSection } from './site-page.tsx';
import { useBrand } from './use-brand.ts';

/** What to do when something is not as expected. */
export function Component() {
  const { brand } = useBrand();
  return (
    <SitePage title="Support" lead="Most questions about a conversion are answered by its own page.">
      <SiteSection title="I sent coins and see no naira yet">
        <p>
          Open the conversion in your history. Its timeline says what has happened, what it waits for and about how long
          that takes.
        </p>
        <div>
          <ButtonLink to="/account/convert-to-naira/history" variant="secondary">
            Open my history
          </ButtonLink>
        </div>
      </SiteSection>
      <SiteSection title="I sent too little, too much or too late">
        <p>
          What arrived at your address stays yours. The conversion says what is missing, or what went to your balance.
        </p>
      </SiteSection>
      <SiteSection title="Talk to a person">
        {brand.supportEmail === '' && brand.supportPhone === '' ? (
          <p>Whoever runs this gateway names an e-mail address and a phone number here.</p>
        ) : (
          <ReachUs brand={brand} />
        )}
      </SiteSection>
    </SitePage>
  );
}
