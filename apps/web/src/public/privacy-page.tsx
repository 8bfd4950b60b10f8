import { LegalComingSoon } from './legal-coming-soon.tsx';

/** Privacy. */
export function PrivacyPage() {
  return (
    <LegalComingSoon
      title="Privacy"
      lead="What is known about you here, why, and for how long."
      will={[
        'what is kept about you, and on what legal ground',
        'who else sees it',
        'how to have it corrected or deleted',
      ]}
      facts={[
        'Passwords and codes are stored only as hashes.',
        'This site loads nothing from other companies’ servers.',
      ]}
    />
  );
}
