import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** support. */
export function Component() {
  return (
    <>
      <PageTitle>support</PageTitle>
      <PageHeading title="support" />
    </>
  );
}
