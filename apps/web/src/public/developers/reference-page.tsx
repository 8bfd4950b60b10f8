import type { ComponentType } from 'react';
import { REFERENCE, type ReferencePath } from './guide.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, To } from './guide-parts.tsx';
import { OPERATIONS } from './operations.ts';
import { ReferenceAreaPage } from './reference-area-page.tsx';

/** Every call that merchants' programs may make, by area, each linking to its description. */
export function ReferencePage() {
  return (
    <GuidePage title="Reference" lead="Every call that an API key may make, and those that take none.">
      <p className="leading-relaxed text-ink-soft">
        Paths are below <Code>/api</Code>. Drawn from what checks each call, as are its description for tools at{' '}
        <To href="/api/openapi.json">/api/openapi.json</To> (OpenAPI 3.1) and a{' '}
        <To href="/developers/kobogate.postman_collection.json">collection for Postman</To>.
      </p>
      {REFERENCE.map(({ href, area, label, lead }) => (
        <Part key={area} id={area} title={label}>
          <p>{lead}</p>
          <ul>
            {OPERATIONS.filter((operation) => operation.area === area).map(({ endpoint: { method, path }, anchor }) => (
              <li key={anchor} id={anchor}>
                <a
                  href={`${href}#${anchor}`}
                  className="inline-flex min-h-11 items-center underline decoration-ink-soft/40 underline-offset-4 hover:decoration-current"
                >
                  <Code>{`${method} ${path}`}</Code>
                </a>
              </li>
            ))}
          </ul>
        </Part>
      ))}
    </GuidePage>
  );
}

/** The page of each area. */
export const REFERENCE_PAGES: Readonly<Record<ReferencePath, ComponentType>> = {
  '/developers/reference/links': () => <ReferenceAreaPage area="links" />,
  '/developers/reference/payments': () => <ReferenceAreaPage area="payments" />,
  '/developers/reference/webhooks': () => <ReferenceAreaPage area="webhooks" />,
  '/developers/reference/checkout': () => <ReferenceAreaPage area="checkout" />,
};
