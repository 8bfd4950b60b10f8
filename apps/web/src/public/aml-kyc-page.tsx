import { type LegalSection, LegalPage } from './legal-page.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'customers',
    title: 'Knowing our customers',
    facts: [
      'A code by mail confirms the e-mail address of each account.',
      'The bank is asked for the name on the account that naira goes to. Where it differs from the account’s owner, a person reviews it first.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    facts: [
      'How much an account may convert at a time and within 24 hours depends on its tier. Its owner is told which limit is reached.',
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
      'Each order is checked for stated signs of risk, such as a first payout, an unusual amount or a doubtful name. Orders that need it are held for review.',
      'Amounts above a threshold need two different people.',
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
