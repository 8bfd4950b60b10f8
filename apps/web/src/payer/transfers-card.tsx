import { coinText, type Payment } from '@kobogate/contract';
import { waitWords } from './describe-status.ts';
import { Part } from './page-frame.tsx';
import type { Texts } from './texts/texts.ts';

type Deposit = Payment['deposits'][number];

/** Every transfer to the payment's address, with its confirmations. */
export function TransfersCard({ payment, texts }: { payment: Payment; texts: Texts }) {
  const { progress } = texts;
  return (
    <Part name="transfers">
      <h2 className="text-lg font-bold">{progress.transfers}</h2>
      <ul className="grid gap-3">
        {numbered(payment.deposits).map(({ deposit, key }) => (
          <li key={key} className="rounded-card bg-sunk p-4">
            <p className="font-semibold wrap-anywhere">
              {progress.on(coinText(deposit.amount, deposit.currency), deposit.networkName)}
            </p>
            <p className="text-sm text-ink-soft">{finality(deposit, texts)}</p>
            <p className="font-mono text-sm wrap-anywhere text-ink-soft">{deposit.transaction}</p>
            {deposit.explorerUrl?.startsWith('https://') && (
              <a
                href={deposit.explorerUrl}
                target="_blank"
                rel="noreferrer"
                className="tap -mb-3 text-sm text-primary-text underline"
              >
                {progress.look}
                <span className="sr-only"> ({texts.frame.newTab})</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Each with a key of its own: one transaction can pay the same address twice, and the one that was seen first stays first. */
function numbered(deposits: readonly Deposit[]): { deposit: Deposit; key: string }[] {
  const counts = new Map<string, number>();
  return deposits.map((deposit) => {
    const name = `${deposit.network} ${deposit.transaction} ${deposit.currency}`;
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return { deposit, key: `${name} ${number}` };
  });
}

function finality(deposit: Deposit, texts: Texts): string {
  const { state } = deposit;
  if (state === 'confirmed') return texts.progress.depositFinal;
  if (state === 'dropped' || state === 'reverted') return texts.progress.depositGone;
  return waitWords(deposit, texts);
}
