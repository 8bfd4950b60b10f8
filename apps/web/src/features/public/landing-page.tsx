import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** landing. */
export function Component() {
  return (
    <>
      <PageTitle>landing</PageTitle>
      <PageHeading title="landing" />
    </>
  );
}
