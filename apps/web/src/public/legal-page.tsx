import type { LegalPageName } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { useBrand, useSite } from './site-context.ts';
import { SitePage, SiteSection } from './site-page.tsx';

/** A section of a legal page: what is true of the software. What only the operator can say follows from the settings. */
export interface LegalSection {
  readonly id: string;
  readonly title: string;
  /** Sentences that are true of the software itself, whichever company runs it. */
  readonly facts?: readonly string[];
  readonly more?: ReactNode;
}

/**
 * A legal page: numbered sections with what the software does in any case, and what the operator states in its settings,
 * as are the company's name, licence and addresses. What it has not stated yet is not shown: the settings say so.
 */
export function LegalPage({
  page,
  title,
  lead,
  sections,
}: {
  /** Whose statements; null: there are none to make. */
  page: LegalPageName | null;
  title: string;
  lead: string;
  sections: readonly LegalSection[];
}) {
  const { legal } = useSite();
  const stated: Readonly<Record<string, string | undefined>> = page === null ? {} : legal[page];
  const shown = sections.filter(
    ({ id, facts = [], more }) => facts.length > 0 || more !== undefined || (stated[id] ?? '') !== '',
  );
  return (
    <SitePage title={title} lead={lead}>
      <nav aria-label="On this page">
        <ol className="grid gap-x-8 sm:grid-cols-2">
          {shown.map(({ id, title: name }, index) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-11 items-center text-primary-text underline">
                {index + 1}. {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {shown.map(({ id, title: name, facts = [], more }, index) => (
        <SiteSection key={id} id={id} title={`${index + 1}. ${name}`}>
          {facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
          {more}
          {(stated[id] ?? '') !== '' && <p className="wrap-anywhere">{stated[id]}</p>}
        </SiteSection>
      ))}
      <SiteSection id="company" title={`${shown.length + 1}. Who you deal with`}>
        <Company />
      </SiteSection>
    </SitePage>
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
