import { isSampleBrand, PRODUCT_NAME } from '@kobogate/contract';
import { useBrand } from './site-context.ts';
import { SitePage, SiteSection } from './site-page.tsx';

/** Who runs this gateway, in a few sentences. */
export function AboutPage() {
  const brand = useBrand();
  return (
    <SitePage
      title="About"
      lead={`${brand.name} is ${brand.summary}: businesses and individuals receive crypto, and naira reaches their bank account.`}
    >
      {brand.licence !== '' && (
        <SiteSection title="Licence">
          <p className="wrap-anywhere">{brand.licence.replace(/\.?$/, '.')}</p>
          {isSampleBrand(brand, 'licence') && (
            <p>
              This line is sample text. The operator of this gateway states here which licence it holds, and its number.
            </p>
          )}
        </SiteSection>
      )}
      <SiteSection title="Open source">
        <p>
          {PRODUCT_NAME} is open source. A company can run it on its own machines, read every line of it, and check that
          its ledger adds up.
        </p>
      </SiteSection>
    </SitePage>
  );
}
