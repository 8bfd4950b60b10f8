const STEPS = [
  {
    title: 'The rate is locked',
    text: 'You, or your payer, see the coins, the naira and the fee. That promise is signed and recorded before anything is sent.',
  },
  {
    title: 'Coins are seen, then final',
    text: 'We look at each block of the network. A deposit counts once it is too deep to be taken back, and a large one waits for a second source that says the same.',
  },
  {
    title: 'The order is cleared',
    text: 'By stated rules, or by a person. While it waits, the coins stay yours and the page says why.',
  },
  {
    title: 'Naira leaves for your bank',
    text: 'The intent is recorded first, then the bank is told to pay. If no answer comes we ask the bank; nothing is ever sent twice.',
  },
  {
    title: 'Every kobo is compared',
    text: 'Each day our books are compared with the banks’ and the networks’ own figures. A difference of one kobo is found.',
  },
] as const;

/** What happens to the money, step by step. */
export function MoneySteps() {
  return (
    <section aria-labelledby="money-title" className="mx-auto max-w-6xl px-4 pt-20 sm:px-6 lg:pt-28">
      <h2 id="money-title" className="headline text-4xl">
        What happens to the money
      </h2>
      <ol className="mt-8 grid gap-x-8 gap-y-6 md:grid-cols-2 lg:grid-cols-5">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-copper pt-4">
            <h3 className="font-semibold">
              {index + 1}. {title}
            </h3>
            <p className="mt-2 text-[15px] leading-relaxed text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
