import { LegalComingSoon } from './legal-coming-soon.tsx';

/** Terms of use. */
export function TermsPage() {
  return (
    <LegalComingSoon
      title="Terms of use"
      lead="The agreement between you and the company that runs this gateway."
      will={[
        'who may open an account, and who may not',
        'what the company owes you, and by when',
        'which fees there are',
        'what happens in a dispute',
      ]}
      facts={[
        'A conversion shows its rate and its naira before you agree, and keeps them for a stated time.',
        'Coins that arrive too late or in another amount stay yours.',
      ]}
    />
  );
}
