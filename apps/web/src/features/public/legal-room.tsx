import { SitePage, SiteSection } from './site-page.tsx';

/** A legal page before its operator has written it: says what will stand here, and what holds in any case. */
export function LegalRoom({
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
      <SiteSection title="What will stand here">
        <p>Whoever runs this gateway publishes the binding text on this page. It will say:</p>
        <ul className="grid gap-2">
          {will.map((line) => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true" className="mt-3 h-0.5 w-3 shrink-0 bg-copper" />
              {line}
            </li>
          ))}
        </ul>
      </SiteSection>
      <SiteSection title="What the software does already">
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </SiteSection>
    </SitePage>
  );
}
