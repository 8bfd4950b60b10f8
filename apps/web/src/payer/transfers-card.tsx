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
        {payment.deposits.map((deposit, place) => (
          // By its place: one transaction can pay an address twice, and a transfer that was seen keeps its place.
          <li key={place} className="rounded-card bg-sunk p-4">
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

function finality(deposit: Deposit, texts: Texts): string {
  const { state } = deposit;
  if (state === 'confirmed') return texts.progress.depositFinal;
  if (state === 'dropped' || state === 'reverted') return texts.progress.depositGone;
  return waitWords(deposit, texts);
}
