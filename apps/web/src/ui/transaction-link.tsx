import { explorerUrl } from '@kobogate/contract';
import { maskedAddress } from '../lib/formats.ts';

/** A transaction's id, linking to its network's public explorer in a new tab; masked unless `isWhole`. */
export function TransactionLink({
  network,
  transaction,
  isWhole = false,
}: {
  network: string;
  transaction: string;
  isWhole?: boolean;
}) {
  const url = explorerUrl(network, transaction);
  const text = (
    <code className="font-mono text-sm wrap-anywhere">{isWhole ? transaction : maskedAddress(transaction)}</code>
  );
  if (url === null) return text;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center rounded-card text-primary-text underline"
    >
      {text}
      <span className="sr-only"> (opens a public explorer)</span>
    </a>
  );
}
