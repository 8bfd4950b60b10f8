import type { ReactNode } from 'react';
import { AccountPicture, CoinsPicture, DetailsPicture } from './step-pictures.tsx';

const STEPS: readonly { title: string; text: string; picture: ReactNode }[] = [
  {
    title: 'Create an account',
    text: 'Your name, your e-mail address and a password. A 4-digit code checks that the address is yours.',
    picture: <AccountPicture />,
  },
  {
    title: 'Set up personal details and get verified',
    text: 'Name the bank account that your naira goes to. We ask the bank whose it is, so that a typing error shows.',
    picture: <DetailsPicture />,
  },
  {
    title: 'Choose the coin to convert',
    text: 'Pick a coin and its network, and get an address of your own. Send to it, and follow every step to your bank.',
    picture: <CoinsPicture />,
  },
];

/** Three steps from nothing to naira. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-title" className="mx-auto max-w-6xl px-4 py-20 sm:px-6 lg:py-28">
      <h2 id="how-title" className="headline text-4xl">
        How it works
      </h2>
      <ol className="mt-10 grid gap-5 md:grid-cols-3 md:grid-rows-[auto_auto_1fr] md:gap-y-0">
        {STEPS.map((step, index) => (
          <li
            key={step.title}
            className="overflow-hidden rounded-card border border-hairline bg-surface shadow-card md:row-span-3 md:grid md:grid-rows-subgrid"
          >
            {step.picture}
            <div className="px-6 pt-6">
              <p aria-hidden="true" className="headline text-2xl text-copper-text">
                {index + 1}
              </p>
              <h3 className="mt-2 text-lg leading-snug font-semibold">{step.title}</h3>
            </div>
            <p className="px-6 pt-2.5 pb-6 text-ink-soft">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
