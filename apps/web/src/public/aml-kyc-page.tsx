import { type LegalSection, LegalPage } from './legal-page.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'customers',
    title: 'Knowing our customers',
    facts: [
      'A code by mail confirms the e-mail address of each account.',
      'The bank is asked for the name on the account that naira goes to. Where it differs from the account’s owner, a person looks at it first.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    facts: [
      'What an account may convert at once and within 24 hours depends on its tier. Its owner sees the limit that is met.',
    ],
  },
  {
    id: 'screening',
    title: 'Sanctions lists',
    facts: [
      'Addresses that coins come from and go to are compared with the sanctions list that the operator keeps up to date.',
      'An order with a listed sender is held, and is never cleared without a person’s decision and its reason.',
    ],
  },
  {
    id: 'monitoring',
    title: 'Watching transfers',
    facts: [
      'Each order is weighed by stated reasons, such as a first payout, an unusual amount or a doubtful name. Those that need it are held for review.',
      'Amounts above a threshold need two people, who are never the same.',
      'A decision, its reason and who made it stay on record.',
    ],
  },
  {
    id: 'reports',
    title: 'Reports to the authorities',
    facts: [
      'Everything that is known about an order can be handed over as one file, with its proofs from chain and bank.',
    ],
  },
];

/** AML and KYC. */
export function AmlKycPage() {
  return (
    <LegalPage
      title="AML and KYC"
      lead="How this gateway keeps stolen and unlawful money out."
      page="amlKyc"
      sections={SECTIONS}
    />
  );
}
