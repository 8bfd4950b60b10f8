import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Super Admin. */
export function Component() {
  return (
    <>
      <PageTitle>Super Admin</PageTitle>
      <PageHeading title="Super Admin" />
    </>
  );
}
