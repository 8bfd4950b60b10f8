import { type Priority, priorityOf, type RiskReason } from '@kobogate/contract';

const WORDS: Readonly<Record<Priority, string>> = { high: 'high', medium: 'medium', low: 'low' };

/** Why an order waits or was looked at closely, each reason with what it adds to the risk, and the sum. */
export function OrderRisks({ reasons }: { reasons: readonly RiskReason[] }) {
  const risk = reasons.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <ul className="divide-y divide-hairline text-[15px]">
      {reasons.map(({ text, weight }) => (
        <li key={text} className="flex justify-between gap-4 py-1.5">
          <span>{text}</span>
          {weight > 0 && <span className="figures shrink-0 text-ink-soft">+{weight}</span>}
        </li>
      ))}
      <li className="flex justify-between gap-4 py-1.5 font-semibold">
        <span>Risk, {WORDS[priorityOf(risk)]}</span>
        <span className="figures">{risk}</span>
      </li>
    </ul>
  );
}
