import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Notifications. */
export function Component() {
  return (
    <>
      <PageTitle>Notifications</PageTitle>
      <PageHeading title="Notifications" />
    </>
  );
}
