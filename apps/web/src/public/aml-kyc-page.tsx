import { type LegalSection, LegalPage } from './legal-page.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'customers',
    title: 'Knowing our customers',
    facts: [
      'A code by mail confirms the e-mail address of each account.',
      'The bank is asked for the name on the account that naira goes to. Where it differs from the account’s owner, a person looks at it first.',
    ],
    open: ['which documents are asked for, when, and who checks them', 'what a business has to show, and who owns it'],
  },
  {
    id: 'limits',
    title: 'Limits',
    facts: [
      'What an account may convert at once and within 24 hours depends on its tier. Its owner sees the limit that is met.',
    ],
    open: ['the tiers, their limits, and what is needed for each'],
  },
  {
    id: 'screening',
    title: 'Sanctions lists',
    facts: [
      'Addresses that coins come from and go to are compared with the sanctions list that the operator keeps up to date.',
      'An order with a listed sender is held, and is never cleared without a person’s decision and its reason.',
    ],
    open: ['which lists are used, and how often they are renewed'],
  },
  {
    id: 'monitoring',
    title: 'Watching transfers',
    facts: [
      'Each order is weighed by stated reasons, such as a first payout, an unusual amount or a doubtful name. Those that need it are held for review.',
      'Amounts above a threshold need two people, who are never the same.',
      'A decision, its reason and who made it stay on record.',
    ],
    open: ['from which amounts on transfers are examined more closely'],
  },
  {
    id: 'reports',
    title: 'Reports to the authorities',
    facts: [
      'Everything that is known about an order can be handed over as one file, with its proofs from chain and bank.',
    ],
    open: [
      'to which authority suspicious transfers are reported, by whom and within which time',
      'who is the compliance officer, and how staff are trained',
    ],
  },
];

/** AML and KYC. */
export function AmlKycPage() {
  return (
    <LegalPage title="AML and KYC" lead="How this gateway keeps stolen and unlawful money out." sections={SECTIONS} />
  );
}
