import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** aml-kyc. */
export function Component() {
  return (
    <>
      <PageTitle>aml-kyc</PageTitle>
      <PageHeading title="aml-kyc" />
    </>
  );
}
