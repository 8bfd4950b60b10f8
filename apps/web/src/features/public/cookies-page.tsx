import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** cookies. */
export function Component() {
  return (
    <>
      <PageTitle>cookies</PageTitle>
      <PageHeading title="cookies" />
    </>
  );
}
