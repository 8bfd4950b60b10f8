import {
  type Brand,
  coinText,
  dateTimeText,
  type Evidence,
  explorerUrl,
  nairaOfKobo,
  railTitle,
  rateText,
  type ReceiptLayout,
  type ReceiptRow,
} from '@kobogate/contract';

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
    notice: `${order.summary} Made ${dateTimeText(madeAt.toISOString())}, for internal use and for lawful requests.`,
    sections: [
      { title: 'Order', rows: orderRows(evidence) },
      {
        title: 'Signs of risk',
        rows: orNone(
          evidence.reasons.map(({ text, weight }) => ({ label: weight === 0 ? '' : `Weighs ${weight}`, value: text })),
        ),
      },
      { title: 'Customer', rows: customerRows(order, customer) },
      { title: 'Account that is paid', rows: accountRows(order) },
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
    { label: 'Fee and VAT', value: `${nairaOfKobo(price.feeKobo)} and ${nairaOfKobo(price.vatKobo)}` },
    { label: 'Naira', value: nairaOfKobo(price.nairaKobo), isStrong: true },
    ...(locked === null
      ? []
      : [{ label: 'Promised before', value: `${nairaOfKobo(locked.nairaKobo)} at ${rateText(locked.rate)}` }]),
    ...(order.heldReason === null ? [] : [{ label: 'Reason for review', value: order.heldReason }]),
  ];
}

function customerRows(
  order: Evidence['order'],
  { since, orders, nairaPaidOut, kycTier }: Evidence['customer'],
): ReceiptRow[] {
  return [
    { label: 'Name', value: order.customerName },
    { label: 'E-mail', value: order.customerEmail },
    { label: 'Customer since', value: `${dateTimeText(since)}, tier ${kycTier}` },
    { label: 'Orders', value: `${orders.all}, of them ${orders.paid} paid and ${orders.declined} declined` },
    { label: 'Paid in all', value: `₦${nairaPaidOut}` },
  ];
}

function accountRows({ bankAccount }: Evidence['order']): ReceiptRow[] {
  const { accountName, accountNumber, bankName, nameResolution, resolvedName, nameScore } = bankAccount;
  return [
    { label: 'Account', value: `${accountNumber} at ${bankName}` },
    { label: 'Name that was given', value: accountName },
    {
      label: 'The bank’s answer',
      value: [NAME_ANSWERS[nameResolution], resolvedName, nameScore === null ? null : `${nameScore} % alike`]
        .filter((part) => part !== null)
        .join(', '),
    },
  ];
}

function chainRows({ order, senders }: Evidence): ReceiptRow[] {
  const from = new Map(senders.map(({ transaction, addresses }) => [transaction, addresses]));
  return [
    { label: 'Deposit address', value: order.depositAddress },
    ...order.deposits.map((deposit) => {
      const { transaction, amount, confirmations, confirmationsNeeded, status } = deposit;
      const link = explorerUrl(order.network, transaction);
      const addresses = from.get(transaction) ?? [];
      const sender = addresses.length === 0 ? '' : `, from ${addresses.join(', ')}`;
      return {
        label: `${coinText(amount, order.fromCurrency)}, ${status}`,
        value: `${transaction}, ${confirmations} of ${confirmationsNeeded} confirmations${sender}`,
        ...(link === null ? {} : { link }),
      };
    }),
    ...order.listedSenders.map((address) => ({ label: 'On the sanctions list', value: address })),
  ];
}

function payoutRow({
  attempt,
  rail,
  reference,
  amountKobo,
  status,
  sessionId,
  failureReason,
  sentAt,
  settledAt,
}: Evidence['payouts'][number]): ReceiptRow {
  const parts = [
    `${nairaOfKobo(amountKobo)}, ${status}`,
    `reference ${reference}`,
    sessionId === null ? null : `bank session ${sessionId}`,
    sentAt === null ? null : `sent ${dateTimeText(sentAt)}`,
    settledAt === null ? null : `ended ${dateTimeText(settledAt)}`,
    failureReason,
  ];
  return { label: `${attempt}. ${railTitle(rail)}`, value: parts.filter((part) => part !== null).join('; ') };
}
