import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Conversion. */
export function Component() {
  return (
    <>
      <PageTitle>Conversion</PageTitle>
      <PageHeading title="Conversion" />
    </>
  );
}
