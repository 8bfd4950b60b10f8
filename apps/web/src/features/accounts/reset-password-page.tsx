import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** reset-password. */
export function Component() {
  return (
    <>
      <PageTitle>reset-password</PageTitle>
      <PageHeading title="reset-password" />
    </>
  );
}
