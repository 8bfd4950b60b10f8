import type { Evidence, OrderId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { presentPrice } from '../orders/present-price.ts';
import { listOrderQuotes } from './db.ts';
import type { QuoteSigner } from './order-quote.ts';
import { isAsSigned } from './verify-quotes.ts';

/** What an order's customer was promised, the first promise first, each compared with its signature. */
export async function presentQuotes(
  { database, quoteSigner }: { readonly database: Database; readonly quoteSigner: QuoteSigner },
  orderId: OrderId,
): Promise<Evidence['quotes']> {
  const quotes = await listOrderQuotes(database, orderId);
  return quotes.map((quote) =>
    Object.assign(presentPrice(quote), {
      id: quote.id,
      reason: quote.reason,
      madeAt: quote.madeAt.toISOString(),
      expiresAt: quote.expiresAt.toISOString(),
      sources: quote.evidence.split('\n').filter((line) => line !== ''),
      signature: quote.signature?.toString('hex') ?? null,
      isGenuine: quote.signature === null ? null : isAsSigned(quote, quoteSigner),
    }),
  );
}
