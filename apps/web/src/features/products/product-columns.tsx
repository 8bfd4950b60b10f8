import type { Product } from '@kobogate/contract';
import { coinText } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Status } from '../../ui/status.tsx';
import { percentText } from './terms-rules.ts';

/** A token's contract as explorers shorten it; the whole of it is in the dialog. */
const shortContract = (contract: string): string => `${contract.slice(0, 6)}…${contract.slice(-4)}`;

function Offer({ product: { confirmations, terms } }: { product: Product }) {
  if (!terms.value.isOffered) return <Status tone="warning">Off</Status>;
  return confirmations === null ? (
    <Status tone="neutral">Not watched</Status>
  ) : (
    <Status tone="success">On offer</Status>
  );
}

function boundsText({ currency, terms }: Product): string {
  const { minimumAmount: minimum, maximumAmount: maximum } = terms.value;
  if (minimum === null && maximum === null) return 'In naira only';
  if (maximum === null) return `From ${coinText(minimum ?? '', currency)}`;
  return minimum === null ? `Up to ${coinText(maximum, currency)}` : `${minimum} to ${coinText(maximum, currency)}`;
}

/** The table of products: what it is, whether it is on offer, when a deposit is final, and its terms. */
export function productColumns(defaultSpread: number, onEdit: (product: Product) => void): Column<Product>[] {
  return [
    {
      id: 'coin',
      title: 'Coin',
      cell: ({ currency, currencyName, networkName }) => (
        <span className="block">
          <span className="block font-medium">
            {currency} <span className="font-normal text-ink-soft">{currencyName}</span>
          </span>
          <span className="block text-sm text-ink-soft">{networkName}</span>
        </span>
      ),
    },
    { id: 'offer', title: 'State', cell: (product) => <Offer product={product} /> },
    {
      id: 'contract',
      title: 'Contract',
      cell: ({ contract }) =>
        contract === null ? (
          <span className="text-ink-soft">Own coin</span>
        ) : (
          <code className="font-mono text-sm" title={contract}>
            {shortContract(contract)}
          </code>
        ),
    },
    {
      id: 'confirmations',
      title: 'Final after',
      cell: ({ confirmations, leastConfirmations }) =>
        confirmations === null ? (
          <span className="text-ink-soft">Not watched</span>
        ) : (
          `${leastConfirmations === confirmations ? '' : `${leastConfirmations} to `}${confirmations} ${confirmations === 1 ? 'block' : 'blocks'}`
        ),
    },
    {
      id: 'spread',
      title: 'Spread',
      cell: ({ terms }) => {
        const { spreadBasisPoints: own } = terms.value;
        return (
          <>
            {percentText(own ?? defaultSpread)} {own === null && <span className="text-sm text-ink-soft">default</span>}
          </>
        );
      },
    },
    { id: 'bounds', title: 'Bounds', cell: boundsText },
    {
      id: 'edit',
      title: 'Terms',
      cell: (product) => (
        <Button
          variant="secondary"
          aria-label={`Edit ${product.currency} on ${product.networkName}`}
          onClick={() => onEdit(product)}
        >
          Edit
        </Button>
      ),
    },
  ];
}
