import {
  type Brand,
  coinText,
  dateTimeText,
  type Evidence,
  nairaOfKobo,
  railTitle,
  rateText,
  type ReceiptLayout,
  type ReceiptRow,
} from '@kobogate/contract';
import { groupThousands } from '@kobogate/money';

type EvidenceRefund = NonNullable<Evidence['payment']>['refunds'][number];

const NAME_ANSWERS = { resolved: 'Confirmed', mismatch: 'Another name', unresolved: 'Not confirmed' } as const;

/** Everything that is known about an order as a document, line by line. Pure. */
export function layOutEvidence(evidence: Evidence, brand: Brand, madeAt: Date): ReceiptLayout {
  const { order, customer, decisions, notes, payouts, ledger } = evidence;
  return {
    language: 'en-NG',
    title: `Evidence of order ${order.id}`,
    company: brand.name,
    customer: order.customerName,
    amount: nairaOfKobo(order.nairaKobo),
    // The team's words: the summary is written to the customer.
    notice: `${order.timeline.at(-1)?.text ?? order.summary} Made ${dateTimeText(madeAt.toISOString())}, for internal use and for lawful requests.`,
    sections: [
      { title: 'Order', rows: orderRows(evidence) },
      {
        title: 'Signs of risk',
        rows: orNone(
          evidence.reasons.map(({ text, weight }) => ({ label: weight === 0 ? '' : `Weighs ${weight}`, value: text })),
        ),
      },
      { title: 'Customer', rows: customerRows(order, customer) },
      ...(evidence.payment === null ? [] : [{ title: 'Payment by link', rows: paymentRows(evidence.payment) }]),
      ...(evidence.payment === null || evidence.payment.refunds.length === 0
        ? []
        : [{ title: 'Back to the payer', rows: evidence.payment.refunds.map(refundRow) }]),
      { title: 'Payout account', rows: accountRows(order) },
      { title: 'Promises of naira', rows: evidence.quotes.flatMap(quoteRows) },
      { title: 'On the chain', rows: chainRows(evidence) },
      {
        title: 'Decisions',
        rows: orNone(decisions.map((each) => row(each.at, `${each.by}: ${each.text} ${each.reason ?? ''}`.trim()))),
      },
      { title: 'Notes of the team', rows: orNone(notes.map(({ at, by, text }) => row(at, `${by}: ${text}`))) },
      { title: 'Payouts', rows: orNone(payouts.map(payoutRow)) },
      {
        title: 'Ledger',
        rows: orNone(
          ledger.map(({ at, text, amount, asset, debit, credit }) =>
            row(at, `${text}: ${amount} ${asset}, debit ${debit}, credit ${credit}`),
          ),
        ),
      },
      { title: 'What happened', rows: order.timeline.map(({ at, text }) => row(at, text)) },
    ],
    foot: [`Order ${order.id}, version ${order.version}`, [brand.name, ...brand.address].join(', '), brand.licence]
      .filter((line) => line !== '')
      .join('\n'),
  };
}

const row = (at: string, value: string): ReceiptRow => ({ label: dateTimeText(at), value });
const orNone = (rows: ReceiptRow[]): ReceiptRow[] => (rows.length === 0 ? [{ label: 'None', value: '' }] : rows);

function orderRows({ order }: Evidence): ReceiptRow[] {
  const { price, locked } = order;
  return [
    { label: 'Made', value: dateTimeText(order.createdAt) },
    { label: 'State', value: `Review ${order.status}, coins ${order.funding}, payout ${order.payout}` },
    { label: 'Coins', value: `${coinText(order.fromAmount, order.fromCurrency)} on ${order.networkName}` },
    { label: 'Rate', value: `1 ${order.fromCurrency} = ${rateText(price.rate)}` },
    ...(price.marketRate === null ? [] : [{ label: 'Market rate', value: rateText(price.marketRate) }]),
    chargesRow(price),
    { label: 'Naira', value: nairaOfKobo(price.nairaKobo), isStrong: true },
    ...(locked === null
      ? []
      : [{ label: 'Promised before', value: `${nairaOfKobo(locked.nairaKobo)} at ${rateText(locked.rate)}` }]),
    ...(order.heldReason === null ? [] : [{ label: 'Reason for review', value: order.heldReason }]),
  ];
}

function customerRows(
  order: Evidence['order'],
  { since, orders, nairaPaidOut, kycTier, limits, owes, accountSince, lastSeenAt, isDisabled }: Evidence['customer'],
): ReceiptRow[] {
  return [
    { label: 'Name', value: order.customerName },
    { label: 'E-mail', value: order.customerEmail },
    { label: 'Customer since', value: `${dateTimeText(since)}, tier ${kycTier}` },
    { label: 'Orders', value: `${orders.all}, of them ${orders.paid} paid and ${orders.declined} declined` },
    { label: 'Paid in all', value: `₦${groupThousands(nairaPaidOut)}` },
    { label: 'Converted in 24 hours', value: `${nairaOfKobo(limits.madeKobo)} of ${allowed(limits.dayKobo)}` },
    { label: 'Allowed for one order', value: allowed(limits.maximumKobo) },
    ...owes.map((value) => ({ label: 'Owes us', value })),
    ...(accountSince === null ? [] : [row(accountSince, 'Payout account set')]),
    ...(lastSeenAt === null ? [] : [row(lastSeenAt, 'Last seen')]),
    ...(isDisabled ? [{ label: 'Account', value: 'Disabled' }] : []),
  ];
}

const paymentRows = (payment: NonNullable<Evidence['payment']>): ReceiptRow[] => [
  { label: 'Link', value: payment.link },
  { label: 'For', value: payment.purpose },
  ...(payment.payerEmail === null ? [] : [{ label: 'E-mail of the payer', value: payment.payerEmail }]),
  ...(payment.reference === null ? [] : [{ label: 'Reference', value: payment.reference }]),
  ...payment.fields,
  ...Object.entries(payment.metadata).map(([label, value]) => ({ label, value })),
];

function refundRow({
  amount,
  net,
  fee,
  currency,
  networkName,
  state,
  address,
  transaction,
  explorerUrl,
}: EvidenceRefund): ReceiptRow {
  const parts = [
    `${coinText(net, currency)} on ${networkName}`,
    `${coinText(amount, currency)} less ${coinText(fee, currency)} for the network`,
    address === null ? 'no address yet' : `to ${address}`,
    transaction === null ? null : `transaction ${transaction}`,
  ];
  return linked({ label: sentence(state), value: parts.filter((part) => part !== null).join('; ') }, explorerUrl);
}

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const allowed = (kobo: string | null): string => (kobo === null ? 'no limit' : nairaOfKobo(kobo));

const REASONS = {
  order: 'With the order',
  late: 'For late coins',
  renewed: 'At a renewed rate',
  settled: 'For what had arrived',
  short: 'Taken as paid though slightly short',
} as const;

/** One promise, with its parts, its signature and the prices behind it. */
function quoteRows(quote: Evidence['quotes'][number]): ReceiptRow[] {
  const { id, reason, rate, marketRate, nairaKobo } = quote;
  const market = marketRate === null ? '' : `, the market’s ${rateText(marketRate)}`;
  return [
    row(quote.madeAt, `${REASONS[reason]}: ${nairaOfKobo(nairaKobo)} at ${rateText(rate)}${market}`),
    { label: 'Held until', value: dateTimeText(quote.expiresAt) },
    chargesRow(quote),
    { label: 'Quote', value: id },
    { label: signatureWords(quote.isGenuine), value: quote.signature ?? '' },
    ...quote.sources.map((source) => ({ label: 'Price it was taken from', value: source })),
  ];
}

const chargesRow = ({
  feeKobo,
  vatKobo,
  stampDutyKobo,
}: Pick<Evidence['quotes'][number], 'feeKobo' | 'vatKobo' | 'stampDutyKobo'>): ReceiptRow => ({
  label: 'Fee, VAT, stamp duty',
  value: [feeKobo, vatKobo, stampDutyKobo].map(nairaOfKobo).join(', '),
});

const signatureWords = (isGenuine: boolean | null): string =>
  isGenuine === null ? 'Made before quotes were signed' : isGenuine ? 'Signature, genuine' : 'SIGNATURE DOES NOT MATCH';

/** `0000014579 at ACCESS BANK, ADA OBI`. */
const accountText = ({ accountNumber, bankName, accountName }: Evidence['payouts'][number]['payee']): string =>
  `${accountNumber} at ${bankName}, ${accountName}`;

function accountRows({ bankAccount, formerPayee }: Evidence['order']): ReceiptRow[] {
  const { accountName, accountNumber, bankName, nameResolution, resolvedName, nameScore } = bankAccount;
  return [
    { label: 'Account', value: `${accountNumber} at ${bankName}` },
    { label: 'Name that was given', value: accountName },
    ...(formerPayee === null ? [] : [{ label: 'Chosen by its owner, instead of', value: accountText(formerPayee) }]),
    {
      label: 'The bank’s answer',
      value: [NAME_ANSWERS[nameResolution], resolvedName, nameScore === null ? null : `${nameScore} % alike`]
        .filter((part) => part !== null)
        .join(', '),
    },
  ];
}

function chainRows({ order, chain }: Evidence): ReceiptRow[] {
  const proofs = new Map(chain.map((proof) => [proof.transaction, proof]));
  return [
    { label: 'Deposit address', value: order.depositAddress },
    ...order.deposits.flatMap(({ transaction, amount, confirmations, confirmationsNeeded, status }) => {
      const proof = proofs.get(transaction);
      const facts = {
        label: `${coinText(amount, order.fromCurrency)}, ${status}`,
        value: `${transaction}, ${confirmations} of ${confirmationsNeeded} confirmations`,
      };
      return proof === undefined ? [facts] : [linked(facts, proof.explorer), ...proofRows(proof)];
    }),
    ...order.listedSenders.map((address) => ({ label: 'On the sanctions list', value: address })),
  ];
}

const linked = (facts: ReceiptRow, link: string | null): ReceiptRow => (link === null ? facts : { ...facts, link });

const proofRows = ({ height, block, senders, seenAt, finalAt }: Evidence['chain'][number]): ReceiptRow[] => [
  { label: `Block ${height}`, value: block },
  row(seenAt, 'Seen'),
  ...(finalAt === null ? [] : [row(finalAt, 'Final')]),
  ...(senders.length === 0 ? [] : [{ label: 'From', value: senders.join(', ') }]),
];

function payoutRow({
  attempt,
  rail,
  reference,
  amountKobo,
  payee,
  status,
  sessionId,
  failureReason,
  sentAt,
  settledAt,
}: Evidence['payouts'][number]): ReceiptRow {
  const parts = [
    `${nairaOfKobo(amountKobo)}, ${status}`,
    payee.accountNumber === '' ? null : `to ${accountText(payee)}`,
    `reference ${reference}`,
    sessionId === null ? null : `bank session ${sessionId}`,
    sentAt === null ? null : `sent ${dateTimeText(sentAt)}`,
    settledAt === null ? null : `ended ${dateTimeText(settledAt)}`,
    failureReason,
  ];
  return { label: `${attempt}. ${railTitle(rail)}`, value: parts.filter((part) => part !== null).join('; ') };
}
