const POINTS = [
  [
    'The keys are not here',
    'This server can make addresses and cannot spend from them. The keys that can are kept on a machine without a network.',
  ],
  [
    'Two people for large amounts',
    'Above a limit one person’s decision is not enough, and what the team does is written to a record that nobody can change unnoticed.',
  ],
  ['A second factor', 'An app’s code or a passkey. Changes of your bank account and your sign-in ask for it again.'],
  [
    'Nothing follows you',
    'No tracking, no advertising, no scripts from other companies. Passwords are kept only as hashes.',
  ],
  [
    'What we can’t do',
    'Coins that are sent on another network than the one shown may be lost, or take a person to find. So each page names the network.',
  ],
  ['Open to be checked', 'The software is open source: anyone can read how it counts and what it promises.'],
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
