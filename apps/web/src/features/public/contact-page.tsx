import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** contact. */
export function Component() {
  return (
    <>
      <PageTitle>contact</PageTitle>
      <PageHeading title="contact" />
    </>
  );
}
