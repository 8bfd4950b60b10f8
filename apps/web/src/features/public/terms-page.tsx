import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** terms. */
export function Component() {
  return (
    <>
      <PageTitle>terms</PageTitle>
      <PageHeading title="terms" />
    </>
  );
}
