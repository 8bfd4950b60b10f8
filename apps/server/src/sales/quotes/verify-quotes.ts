import type { OrderQuoteId } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { KEPT_TO_TRY, type OpensKept } from '../../platform/secrets-key.ts';
import { findUnquoted, type KeptQuote, listQuotesAfter, listSignedQuotes } from './db.ts';
import type { QuoteSigner } from './order-quote.ts';
import { nilId } from '../../platform/identifiers.ts';

const PAGE = 1000;
const MOST_DIFFERENCES = 100;
const FIRST = nilId<OrderQuoteId>();

/**
 * Compares every quote with its signature and with what was executed, and reports all differences, in the form of the
 * ledger's own `verify`. Changes nothing; orders may be made at the same time.
 */
export async function verifyQuotes(connection: Connection, signer: QuoteSigner): Promise<string[]> {
  return [...(await findUnquoted(connection, MOST_DIFFERENCES)), ...(await findForged(connection, signer))];
}

async function findForged(connection: Connection, signer: QuoteSigner): Promise<string[]> {
  const forged: string[] = [];
  for (let after = FIRST; forged.length < MOST_DIFFERENCES;) {
    const page = await listQuotesAfter(connection, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return forged;
    forged.push(...page.filter((quote) => !isAsSigned(quote, signer)).map(({ id }) => describeForged(id)));
    after = last.id;
  }
  return forged;
}

const describeForged = (id: OrderQuoteId): string => `quote-signature: quote ${id} is not what was signed`;

/** Whether some of the quotes match their signature by the signer's key. */
export const matchesSignedQuotes =
  (signer: QuoteSigner): OpensKept =>
  async (connection) =>
    (await listSignedQuotes(connection, KEPT_TO_TRY)).map((quote) => isAsSigned(quote, signer));

/** Whether a quote matches its signature by the signer's key; one from before signing does. Pure. */
export function isAsSigned(quote: KeptQuote, signer: QuoteSigner): boolean {
  const { decimals, marketRate, signature } = quote;
  // An old quote has none of the three; the SQL rules decide whether it may. One that has a signature has all of them.
  if (signature === null) return true;
  return decimals !== null && marketRate !== null && signer.isGenuine({ ...quote, decimals, marketRate }, signature);
}
