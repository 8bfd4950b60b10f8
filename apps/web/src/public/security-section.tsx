const POINTS = [
  [
    'The keys are not here',
    'This server can make addresses and cannot spend from them. What can is kept on a machine without a network.',
  ],
  [
    'Two people for large amounts',
    'Above a limit one person’s decision is not enough, and what the team does is written to a record that can’t be changed unseen.',
  ],
  ['A second factor', 'An app’s code or a passkey. Changes of your bank account and your sign-in ask for it again.'],
  [
    'Nothing follows you',
    'No tracking, no advertising, no scripts from other companies. Passwords are kept only as hashes.',
  ],
  [
    'What we can’t do',
    'Coins sent on another network than the one shown may take a person’s work to find, or be lost. So each page names the network.',
  ],
  ['Open to be checked', 'The software is open source: how it counts, and what it promises, can be read by anyone.'],
] as const;

/** Security, told plainly, with what can't be promised. */
export function SecuritySection() {
  return (
    <section aria-labelledby="security-title" className="mx-auto max-w-6xl px-4 py-20 sm:px-6 lg:py-28">
      <h2 id="security-title" className="headline text-4xl">
        Security, told plainly
      </h2>
      <dl className="mt-8 grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {POINTS.map(([title, text]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-2 leading-relaxed text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
