import { PRODUCT_NAME } from '@kobogate/contract';
import { BRAND } from './brand.ts';
import { SitePage, SiteSection } from './site-page.tsx';

/** Who stands behind this gateway, in a few sentences. */
export function Component() {
  return (
    <SitePage
      title="About"
      lead={`${PRODUCT_NAME} is ${BRAND.summary}: businesses and individuals receive crypto, and naira reaches their bank account.`}
    >
      <SiteSection title="Licence">
        <p>{BRAND.licence}.</p>
        {BRAND.isSample && (
          <p>This line is sample text. Whoever runs this gateway states here which licence it holds, and its number.</p>
        )}
      </SiteSection>
      <SiteSection title="Open source">
        <p>
          {PRODUCT_NAME} is open source. A company can run it on its own machines, read every line of it, and check that
          its ledger adds up.
        </p>
      </SiteSection>
    </SitePage>
  );
}
