import { ArrowLeftRight, ArrowRight, Landmark, Wallet, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { useSession } from '../../lib/session-context.ts';
import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

const STEPS: readonly { to: string; icon: LucideIcon; title: string; text: string }[] = [
  {
    to: '/account/payment-method',
    icon: Landmark,
    title: 'Set your payment method',
    text: 'Say which bank account your naira goes to. We ask the bank for the name on it.',
  },
  {
    to: '/account/wallets',
    icon: Wallet,
    title: 'Open a wallet',
    text: 'Choose a coin and a network, and get an address of your own to receive it at.',
  },
  {
    to: '/account/convert-to-naira',
    icon: ArrowLeftRight,
    title: 'Convert to naira',
    text: 'See the rate and what you will be paid before you send anything.',
  },
];

/** The first page after signing in: greets by first name and leads to the three things that can be done. */
export function Component() {
  const { user } = useSession();
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <PageHeading
        title={`Welcome, ${user?.first_name ?? ''}`}
        detail="Three steps from a coin to naira in your bank account. Your figures and charts will appear here."
      />
      <ol className="grid gap-4 lg:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step.to}>
            <Link
              to={step.to}
              className="group flex h-full flex-col rounded-card border border-hairline bg-surface p-6 shadow-card transition-colors duration-150 hover:border-primary"
            >
              <span className="flex items-center justify-between">
                <span className="grid size-12 place-items-center rounded-full bg-primary-soft text-primary-text">
                  <step.icon className="size-6" aria-hidden="true" />
                </span>
                <span className="headline text-3xl text-copper">{index + 1}</span>
              </span>
              <span className="mt-8 text-lg font-semibold">{step.title}</span>
              <span className="mt-2 mb-6 block text-ink-soft">{step.text}</span>
              <ArrowRight className="mt-auto size-5 text-primary-text" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}
