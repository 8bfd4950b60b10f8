import type { ReactNode } from 'react';
import { useBrand } from './site-context.ts';
import { DashedList, SitePage, SiteSection } from './site-page.tsx';

/** A section of a legal page: what is true of the software, and what only the operator can say. */
export interface LegalSection {
  readonly id: string;
  readonly title: string;
  /** Sentences that the software keeps, whoever runs it. */
  readonly facts?: readonly string[];
  readonly more?: ReactNode;
  /** What the operator decides and states here; shown as open, in so many words. */
  readonly open?: readonly string[];
}

/**
 * A legal page: numbered sections with what the software does in any case, and clearly marked what the operator has to
 * state. The company's name, licence and addresses come from its settings.
 */
export function LegalPage({
  title,
  lead,
  sections,
}: {
  title: string;
  lead: string;
  sections: readonly LegalSection[];
}) {
  return (
    <SitePage title={title} lead={lead}>
      <nav aria-label="On this page">
        <ol className="grid gap-x-8 sm:grid-cols-2">
          {sections.map(({ id, title: name }, index) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-11 items-center text-primary-text underline">
                {index + 1}. {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, title: name, facts = [], more, open = [] }, index) => (
        <SiteSection key={id} id={id} title={`${index + 1}. ${name}`}>
          {facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
          {more}
          {open.length > 0 && <ToState lines={open} />}
        </SiteSection>
      ))}
      <SiteSection id="company" title={`${sections.length + 1}. Who you deal with`}>
        <Company />
      </SiteSection>
    </SitePage>
  );
}

/** Until the operator has written it, a reader sees that nothing is promised here. */
function ToState({ lines }: { lines: readonly string[] }) {
  return (
    <div className="rounded-card border border-hairline bg-warning-soft p-4 text-warning">
      <p className="mb-2 font-semibold">The operator still has to state here:</p>
      <DashedList lines={lines} />
    </div>
  );
}

function Company() {
  const { name, licence, address, supportEmail, supportPhone } = useBrand();
  return (
    <>
      <p>
        This gateway is run by {name}
        {licence === '' ? '.' : `. ${licence}.`}
      </p>
      {address.length > 0 && <p>{address.join(', ')}</p>}
      <p>
        {supportEmail === '' && supportPhone === '' ? (
          <>
            How to reach it is on the{' '}
            <a href="/contact" className="font-semibold text-primary-text underline">
              contact page
            </a>
            .
          </>
        ) : (
          <span className="wrap-anywhere">{[supportEmail, supportPhone].filter((text) => text !== '').join(', ')}</span>
        )}
      </p>
    </>
  );
}
