const FEES = [
  { what: 'Our fee', much: 'As above, per coin', who: 'In the rate' },
  { what: 'VAT on our fee', much: '7.5 % of the fee', who: 'In the rate' },
  { what: 'Stamp duty on the transfer', much: '₦50 from ₦10,000 on', who: 'We pay it' },
  { what: 'Transfer to your bank', much: 'Nothing', who: 'We pay it' },
  { what: 'Sending coins', much: 'Set by the network', who: 'Who sends them' },
  { what: 'Opening and keeping an account', much: 'Nothing', who: 'Nobody' },
] as const;

/** Everything that may cost something, and who pays it. */
export function FeeTable() {
  return (
    <section aria-labelledby="fees-title" className="mx-auto max-w-6xl px-4 pt-16 sm:px-6">
      <h2 id="fees-title" className="headline text-3xl">
        Every fee there is
      </h2>
      <table className="mt-6 w-full">
        <thead className="text-left text-sm text-ink-soft">
          <tr>
            {['For', 'How much', 'Who pays'].map((title) => (
              <th key={title} scope="col" className="pb-2 pl-4 font-medium first:pl-0">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FEES.map(({ what, much, who }) => (
            <tr key={what}>
              <th scope="row" className="border-t border-hairline py-3 text-left font-medium">
                {what}
              </th>
              <td className="border-t border-hairline py-3 pl-4">{much}</td>
              <td className="border-t border-hairline py-3 pl-4 text-ink-soft">{who}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
