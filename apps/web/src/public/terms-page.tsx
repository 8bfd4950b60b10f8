import { type LegalSection, LegalPage } from './legal-page.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'service',
    title: 'What the service is',
    facts: [
      'You receive coins at an address of your own, or by a payment link, and have their worth in naira paid to a Nigerian bank account that you name.',
      'A conversion shows its rate, its fee and its naira before you agree, and holds them for the time that it states.',
    ],
  },
  {
    id: 'accounts',
    title: 'Who may open an account',
    facts: [
      'An account belongs to one person or business with an e-mail address that a code has confirmed.',
      'You are asked for your password, and your second factor where it is on, before anything about your money or your sign-in is changed.',
    ],
  },
  {
    id: 'conversions',
    title: 'Conversions and payments',
    facts: [
      'Coins count once their network has made them final: how many confirmations that takes is shown with every payment.',
      'Coins that arrive in another amount, or after a rate has ended, stay yours. They are converted at the rate of the moment, as you have been told, or kept until you decide.',
      'An order that was sent to the bank cannot be taken back, and neither can coins that are final.',
    ],
  },
  {
    id: 'fees',
    title: 'Fees and taxes',
    facts: [
      'Our fee is part of the rate. It is shown in naira, with its VAT, before you agree.',
      'Stamp duty on the transfer is paid out of the fee, never out of your naira.',
      'A network’s own fee for coins that you send goes to that network. For a refund it is shown and taken from the coins.',
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds',
    facts: [
      'Coins that were not converted can be sent back, to an address that you name and that is checked.',
      'A merchant can offer coins back to a payer, who then gives an address. Both see each step.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits, holds and closing an account',
    facts: [
      'An order may wait for a person to review it. The page of the order says so, and its coins stay yours until it is decided.',
      'A suspended account can’t be used. What is in it stays booked as its owner’s.',
      'You can close your account yourself once nothing in it is under way; we can close it too, and tell you by mail. Coins that still arrive afterwards stay yours.',
    ],
  },
  {
    id: 'liability',
    title: 'What the company owes you',
    facts: ['The books are compared with each bank and each network every day, to the kobo.'],
  },
  {
    id: 'disputes',
    title: 'Complaints and disputes',
  },
  {
    id: 'changes',
    title: 'Changes of these terms',
  },
];

/** Terms of use. */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of use"
      lead="The agreement between you and the company that runs this gateway."
      page="terms"
      sections={SECTIONS}
    />
  );
}
