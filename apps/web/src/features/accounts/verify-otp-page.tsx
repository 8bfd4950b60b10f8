import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** verify-otp. */
export function Component() {
  return (
    <>
      <PageTitle>verify-otp</PageTitle>
      <PageHeading title="verify-otp" />
    </>
  );
}
