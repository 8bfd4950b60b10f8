import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** forgot-password. */
export function Component() {
  return (
    <>
      <PageTitle>forgot-password</PageTitle>
      <PageHeading title="forgot-password" />
    </>
  );
}
