import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** request-reset. */
export function Component() {
  return (
    <>
      <PageTitle>request-reset</PageTitle>
      <PageHeading title="request-reset" />
    </>
  );
}
