import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Convert to Naira. */
export function Component() {
  return (
    <>
      <PageTitle>Convert to Naira</PageTitle>
      <PageHeading title="Convert to Naira" />
    </>
  );
}
