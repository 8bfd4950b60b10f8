import { type LegalSection, LegalPage } from './legal-page.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'kept',
    title: 'What is kept about you',
    facts: [
      'Of an account: name, e-mail address, phone number, gender where you give it, your bank account for payouts and your addresses for refunds.',
      'Of your sign-ins: when, from which network address and with which browser, so that you can end a session that is not yours.',
      'Of your money: each deposit, order, rate, payout and refund, with who decided on it. What was booked is never changed: a mistake is corrected by a further entry.',
      'Of a payer without an account: the payment, its transactions, what they gave for the merchant’s own fields, and an e-mail address only where they ask for the receipt.',
    ],
  },
  {
    id: 'secrets',
    title: 'How it is protected',
    facts: [
      'Passwords, codes, tokens and API keys are stored only as hashes. Nobody can read them, the operator neither.',
      'Secrets of a second factor and of webhooks are stored encrypted.',
      'Every act of the operator’s team is written to a record that shows when it was tampered with.',
    ],
  },
  {
    id: 'shared',
    title: 'Who else sees it',
    facts: [
      'The bank or payout provider gets the name and number of the account, the amount and a reference.',
      'Public networks show addresses, amounts and times to everybody. That is how they work, and nobody can undo it.',
      'This site loads nothing from other companies’ servers.',
    ],
  },
  {
    id: 'ground',
    title: 'On what legal ground, and for how long',
    facts: ['Records of money are kept for as long as the law on them asks for, also after an account is closed.'],
  },
  {
    id: 'rights',
    title: 'Your rights',
    facts: [
      'You can read and correct your profile yourself, and download statements of everything that was booked for you.',
      'You can choose which notices reach you, and by which way.',
    ],
  },
];

/** Privacy. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy"
      lead="What is known about you here, why, and for how long."
      page="privacy"
      sections={SECTIONS}
    />
  );
}
