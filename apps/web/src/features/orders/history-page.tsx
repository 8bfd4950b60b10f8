import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Conversion history. */
export function Component() {
  return (
    <>
      <PageTitle>Conversion history</PageTitle>
      <PageHeading title="Conversion history" />
    </>
  );
}
