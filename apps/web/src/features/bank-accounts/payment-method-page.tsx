import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Payment method. */
export function Component() {
  return (
    <>
      <PageTitle>Payment method</PageTitle>
      <PageHeading title="Payment method" />
    </>
  );
}
