import type { Connection } from '../../platform/database.ts';
import { KEPT_TO_TRY, type OpensKept } from '../../platform/secrets-key.ts';
import { type KeptQuote, listQuotesAfter, listSignedQuotes } from './db.ts';
import type { QuoteSigner } from './order-quote.ts';

const PAGE = 1000;
const MOST_DIFFERENCES = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Quoted = executed = paid. Each rule is one statement; columns: subject, detail. */
const CHECKS: Readonly<Record<string, string>> = {
  'order-as-quoted': `
    select 'order ' || o.id as subject, 'is not what its quote ' || q.id || ' says' as detail
    from customer_order o left join order_quote q on q.id = o.order_quote_id and q.order_id = o.id
    where q.id is null or (o.asset, o.amount, o.rate, o.naira_kobo, o.spread_kobo)
      is distinct from (q.asset, q.amount, q.rate, q.naira_kobo, q.fee_kobo + q.vat_kobo)`,
  'payout-as-quoted': `
    select 'payout ' || p.reference as subject, 'is not what the quote of its order says' as detail
    from payout p join customer_order o on o.id = p.order_id left join order_quote q on q.id = o.order_quote_id
    where (p.order_quote_id, p.amount_kobo) is distinct from (q.id, q.naira_kobo)`,
  'booked-as-quoted': `
    select 'order ' || o.id as subject,
      'was booked with ' || b.naira || ' kobo, a fee of ' || b.fee || ' and VAT of ' || b.vat || ', and its quote says '
        || q.naira_kobo || ', ' || q.fee_kobo || ' and ' || q.vat_kobo as detail
    from (
      select t.source_id::uuid as order_id,
        coalesce(sum(t.amount) filter (where a.kind = 'payable'), 0) as naira,
        coalesce(sum(t.amount) filter (where a.kind = 'spread-income'), 0) as fee,
        coalesce(sum(t.amount) filter (where a.kind = 'vat-due'), 0) as vat
      from ledger_transfer t join ledger_account a on a.id = t.credit_account
      where t.source = 'order-exchanged' group by t.source_id
    ) b join customer_order o on o.id = b.order_id join order_quote q on q.id = o.order_quote_id
    where (b.naira, b.fee, b.vat) is distinct from (q.naira_kobo, q.fee_kobo, q.vat_kobo)`,
  'quote-unsigned': `
    select 'quote ' || id as subject, 'has no signature' as detail from order_quote
    where signature is null and made_at >= (select min(applied_at) from schema_migration where name like '0020%')`,
};

/**
 * Compares every quote with its signature and with what was executed, and reports all that differs, in the form of the
 * ledger's own `verify`. Changes nothing; orders may be made meanwhile.
 */
export async function verifyQuotes(connection: Connection, signer: QuoteSigner): Promise<string[]> {
  const differences: string[] = [];
  for (const [check, text] of Object.entries(CHECKS)) {
    const rows = await connection.query<{ subject: string; detail: string }>(`${text} limit ${MOST_DIFFERENCES}`);
    differences.push(...rows.map(({ subject, detail }) => `${check}: ${subject} ${detail}`));
  }
  return [...differences, ...(await findForged(connection, signer))];
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

const describeForged = (id: string): string => `quote-signature: quote ${id} is not what was signed`;

/** Of some of the quotes: whether each is what was signed with the signer's key. */
export const matchesSignedQuotes =
  (signer: QuoteSigner): OpensKept =>
  async (connection) =>
    (await listSignedQuotes(connection, KEPT_TO_TRY)).map((quote) => isAsSigned(quote, signer));

/** Whether a quote is what was signed with the signer's key. Pure. */
function isAsSigned(quote: KeptQuote, signer: QuoteSigner): boolean {
  const { decimals, marketRate, signature } = quote;
  // One from before has none of the three; whether it may is the statements' question.
  if (decimals === null || marketRate === null || signature === null) return true;
  return signer.isGenuine({ ...quote, decimals, marketRate }, signature);
}
