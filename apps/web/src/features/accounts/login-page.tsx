import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** login. */
export function Component() {
  return (
    <>
      <PageTitle>login</PageTitle>
      <PageHeading title="login" />
    </>
  );
}
