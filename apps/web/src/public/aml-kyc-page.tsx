import { LegalComingSoon } from './legal-coming-soon.tsx';

/** AML and KYC. */
export function AmlKycPage() {
  return (
    <LegalComingSoon
      title="AML and KYC"
      lead="How this gateway keeps stolen and unlawful money out."
      will={[
        'which documents are asked for, and when',
        'which limits hold before and after',
        'how suspicious transfers are handled',
      ]}
      facts={[
        'An administrator can hold a conversion for review before it is paid out.',
        'The bank is asked for the name on your account.',
      ]}
    />
  );
}
