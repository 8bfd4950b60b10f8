import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** about. */
export function Component() {
  return (
    <>
      <PageTitle>about</PageTitle>
      <PageHeading title="about" />
    </>
  );
}
