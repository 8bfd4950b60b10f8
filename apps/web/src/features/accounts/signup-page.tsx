import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** signup. */
export function Component() {
  return (
    <>
      <PageTitle>signup</PageTitle>
      <PageHeading title="signup" />
    </>
  );
}
