import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Wallets. */
export function Component() {
  return (
    <>
      <PageTitle>Wallets</PageTitle>
      <PageHeading title="Wallets" />
    </>
  );
}
