import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** privacy. */
export function Component() {
  return (
    <>
      <PageTitle>privacy</PageTitle>
      <PageHeading title="privacy" />
    </>
  );
}
