import type { Retention } from '@kobogate/contract';
import { type LegalSection, LegalPage } from './legal-page.tsx';
import { useSite } from './site-context.ts';
import { daysText } from '../lib/formats.ts';

const sectionsFor = ({ closedDays, signInDays, noticeDays, payerDays, booksYears }: Retention): LegalSection[] => [
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
      'Passwords, codes, tokens and API keys are stored only as hashes. Nobody can read them, not even the operator.',
      'Secrets of a second factor and of webhooks are stored encrypted.',
      'Every act of the operator’s team is written to a record that shows if somebody has changed it.',
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
    facts: [
      `Records of money, with the bank account that was paid and where coins came from, are kept until ${booksYears} years after the end of the year of an order, also after an account is closed: the law requires six. Then the account and its holder’s name are erased; amounts stay booked.`,
      'What the operator’s team decided stays in a record that can’t be changed. Once an account is erased, this record has no name or e-mail address of its owner, unless the owner acted for the team.',
      `Network addresses and devices of sign-ins go ${daysText(signInDays)} after their last use, sessions a week after their end, notices after ${daysText(noticeDays)}, and the e-mail address and answers that a payer gave after ${daysText(payerDays)}.`,
      'A sign-up whose address nobody confirms is erased after a month, a message that can’t be sent after a week.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    facts: [
      'You can read and correct your profile yourself, download statements of everything that was booked for you, and take everything that is kept about you as one file.',
      `You can close your account in its settings, unless money is under way. Then ${closedDays === 0 ? 'within a day' : `${daysText(closedDays)} later`} your name, e-mail and phone number, bank account, refund addresses, pictures and links, messages, and where you signed in are erased. Your e-mail address can then be used for a new account.`,
      'Coins that still arrive for a closed account are not lost: they are booked for their owner, and a person decides with the owner where they go.',
      'You can choose which notices reach you, and how.',
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
      sections={sectionsFor(useSite().retention)}
    />
  );
}
