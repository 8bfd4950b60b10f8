import { DashedList, SitePage, SiteSection } from './site-page.tsx';

/** A legal page before its operator has written it: says what it will contain, and what applies in any case. */
export function LegalComingSoon({
  title,
  lead,
  will,
  facts,
}: {
  title: string;
  lead: string;
  will: readonly string[];
  facts: readonly string[];
}) {
  return (
    <SitePage title={title} lead={lead}>
      <SiteSection title="What this page will say">
        <p>The operator of this gateway publishes the binding text on this page. It will say:</p>
        <DashedList lines={will} />
      </SiteSection>
      <SiteSection title="What the software does already">
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </SiteSection>
    </SitePage>
  );
}
