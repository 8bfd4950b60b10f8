import { endpoints, type Product } from '@kobogate/contract';
import { coinText } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { MarkedCoin } from '../../ui/coin-mark.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Status } from '../../ui/status.tsx';
import { ForRole } from '../for-role.tsx';
import { QuietStatus } from '../overview/quiet-status.tsx';
import { percentText } from '../settings/number-input.ts';

/** A token's contract as explorers shorten it; the dialog has it in full. */
const shortContract = (contract: string): string => `${contract.slice(0, 6)}…${contract.slice(-4)}`;

function Offer({ product: { confirmations, terms } }: { product: Product }) {
  if (!terms.value.isOffered) return <Status tone="warning">Off</Status>;
  return confirmations === null ? (
    <Status tone="neutral">Not watched</Status>
  ) : (
    <QuietStatus tone="success">On offer</QuietStatus>
  );
}

function boundsText({ currency, terms }: Product): string {
  const { minimumAmount: minimum, maximumAmount: maximum } = terms.value;
  if (minimum === null && maximum === null) return 'In naira only';
  if (maximum === null) return `From ${coinText(minimum ?? '', currency)}`;
  return minimum === null ? `Up to ${coinText(maximum, currency)}` : `${minimum} to ${coinText(maximum, currency)}`;
}

function finalityText({ confirmations, leastConfirmations }: Product): string {
  if (confirmations === null) return 'Not watched';
  const least = leastConfirmations === confirmations ? '' : `${leastConfirmations} to `;
  return `${least}${confirmations} ${confirmations === 1 ? 'block' : 'blocks'}`;
}

function spreadText({ terms }: Product, defaultSpread: number): string {
  const { spreadBasisPoints: own } = terms.value;
  return own === null ? `${percentText(defaultSpread)} (default)` : percentText(own);
}

/** The terms in one line, each with its name. */
function cardText(product: Product, defaultSpread: number): string {
  const { minimumAmount: minimum, maximumAmount: maximum } = product.terms.value;
  return [
    product.confirmations === null ? finalityText(product) : `Final after ${finalityText(product)}`,
    product.terms.value.spreadBasisPoints === null ? 'default spread' : `spread ${spreadText(product, defaultSpread)}`,
    ...(minimum === null && maximum === null ? [] : [boundsText(product)]),
  ].join(' · ');
}

/**
 * The table of products: what it is, whether it is on offer, when a deposit is final, and its terms. On a card
 * the terms are one line beside the button, and the contract is in the dialog only.
 */
export function productColumns(defaultSpread: number, onEdit: (product: Product) => void): Column<Product>[] {
  return [
    {
      id: 'coin',
      title: 'Coin',
      place: 'title',
      cell: (product) => (
        <MarkedCoin currency={product.currency} network={product.network}>
          <span className="block font-medium">
            {product.currency} <span className="font-normal text-ink-soft">{product.currencyName}</span>
          </span>
          <span className="block text-sm text-ink-soft">{product.networkName}</span>
        </MarkedCoin>
      ),
    },
    { id: 'offer', title: 'State', place: 'aside', cell: (product) => <Offer product={product} /> },
    {
      id: 'contract',
      title: 'Contract',
      place: 'hidden',
      cell: ({ contract }) =>
        contract === null ? (
          <span className="text-ink-soft">Own coin</span>
        ) : (
          <code className="font-mono text-sm" title={contract}>
            {shortContract(contract)}
          </code>
        ),
    },
    { id: 'confirmations', title: 'Final after', place: 'hidden', cell: finalityText },
    { id: 'spread', title: 'Spread', place: 'hidden', cell: (product) => spreadText(product, defaultSpread) },
    { id: 'bounds', title: 'Bounds', place: 'hidden', cell: boundsText },
    {
      id: 'edit',
      title: 'Terms',
      place: 'action',
      cell: (product) => (
        <span className="flex items-center justify-between gap-4">
          <span className="text-sm text-ink-soft @3xl:hidden">{cardText(product, defaultSpread)}</span>
          <ForRole call={endpoints.products.save} otherwise={null}>
            <Button
              variant="secondary"
              aria-label={`Edit ${product.currency} on ${product.networkName}`}
              onClick={() => onEdit(product)}
            >
              Edit
            </Button>
          </ForRole>
        </span>
      ),
    },
  ];
}
