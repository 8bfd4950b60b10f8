import { Plus } from '../ui/icons.ts';

const ENTRIES = [
  {
    question: 'How fast are transactions processed?',
    answer:
      'Transactions are processed within seconds of being final on their chain. How long that takes depends on the network, and the page shows what is left. Large conversions may wait for an approval.',
  },
  {
    question: 'Are there hidden fees?',
    answer:
      'There are no hidden fees. The naira that you see before you agree is the naira that reaches your bank account.',
  },
  {
    question: 'Which wallets can I pay from?',
    answer:
      'Many popular wallets are supported: any wallet that can send one of the listed coins on one of the listed networks will do.',
  },
  {
    question: 'What if something goes wrong on the way?',
    answer:
      'A payout that fails is recorded, explained and tried again. Coins that arrive late, or in the wrong amount, stay yours and show up in your balance.',
  },
] as const;

function Entry({ question, answer }: { question: string; answer: string }) {
  return (
    <li className="border-b border-hairline">
      <details className="group">
        <summary className="flex min-h-16 items-center justify-between gap-6 py-4 text-lg font-semibold [&::-webkit-details-marker]:hidden">
          <h3>{question}</h3>
          <Plus
            aria-hidden="true"
            className="size-5 shrink-0 text-copper-text transition-transform duration-150 group-open:rotate-45"
          />
        </summary>
        <p className="max-w-2xl pb-6 leading-relaxed text-ink-soft">{answer}</p>
      </details>
    </li>
  );
}

/** Four questions that visitors ask first; each opens and closes without a script. */
export function Faq() {
  return (
    <section
      aria-labelledby="faq-title"
      className="mx-auto grid max-w-6xl gap-8 px-4 py-20 sm:px-6 lg:grid-cols-[1fr_2fr] lg:py-28"
    >
      <div>
        <h2 id="faq-title" className="headline text-4xl">
          Questions
        </h2>
        <p className="mt-4 text-ink-soft">
          Something else?{' '}
          <a
            href="/support"
            className="inline-flex min-h-11 items-center font-semibold text-primary-text underline underline-offset-4"
          >
            Ask us
          </a>
        </p>
      </div>
      <ul className="border-t border-hairline">
        {ENTRIES.map((entry) => (
          <Entry key={entry.question} {...entry} />
        ))}
      </ul>
    </section>
  );
}
