import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Pay. */
export function Component() {
  return (
    <>
      <PageTitle>Pay</PageTitle>
      <PageHeading title="Pay" />
    </>
  );
}
