import {
  coinText,
  dateTimeText,
  explorerUrl,
  nairaLabel,
  nairaOfKobo,
  rateText,
  type Receipt,
  type ReceiptLayout,
  type ReceiptRow,
} from '@kobogate/contract';

/** The text of a receipt, line by line. Pure. */
export function layOutReceipt(receipt: Receipt): ReceiptLayout {
  const { company, isPaid, orderId, price, summary, timeline } = receipt;
  return {
    language: 'en-NG',
    title: isPaid ? 'Receipt' : 'Statement of a conversion',
    company: company.name,
    customer: receipt.customerName,
    amount: nairaOfKobo(price.nairaKobo),
    notice: isPaid ? summary : `${summary} This is not a proof of payment.`,
    sections: [
      { title: 'Amounts', rows: amounts(receipt) },
      { title: receipt.isDeclined ? 'Would have gone to' : 'Paid to', rows: payment(receipt) },
      { title: 'On the chain', rows: chain(receipt) },
      {
        title: 'What happened',
        rows: timeline.map(({ at, text }) => ({ label: dateTimeText(at), value: text })),
      },
    ],
    foot: [`Order ${orderId}`, [company.name, ...company.address].join(', '), company.licence]
      .filter((line) => line !== '')
      .join('\n'),
  };
}

function amounts(receipt: Receipt): ReceiptRow[] {
  const { company, fromAmount, fromCurrency, isDeclined, isPaid, locked, networkName, price } = receipt;
  const { marketRate, nairaKobo, stampDutyKobo } = price;
  const atRate = (rate: string): string => `1 ${fromCurrency} = ${rateText(rate)}`;
  return [
    { label: 'Coins', value: `${coinText(fromAmount, fromCurrency)} on ${networkName}` },
    { label: 'Rate', value: atRate(price.rate) },
    ...(marketRate === null
      ? []
      : [{ label: `Worth at the market’s ${rateText(marketRate)}`, value: nairaOfKobo(price.grossKobo) }]),
    { label: 'Fee', value: nairaOfKobo(`-${price.feeKobo}`) },
    { label: 'VAT, 7.5 % of the fee', value: nairaOfKobo(`-${price.vatKobo}`) },
    { label: nairaLabel({ isPaid, isDeclined }), value: nairaOfKobo(nairaKobo), isStrong: true },
    {
      label: 'Stamp duty on the transfer',
      value: stampDutyKobo === '0' ? 'None' : `${nairaOfKobo(stampDutyKobo)}, paid by ${company.name}`,
    },
    ...(locked === null
      ? []
      : [
          {
            label: 'Promised while the rate was locked',
            value: `${nairaOfKobo(locked.nairaKobo)} at ${rateText(locked.rate)}; the coins came after that`,
          },
        ]),
  ];
}

function payment({ bankAccount, paidAt, payout }: Receipt): ReceiptRow[] {
  const session = payout?.sessionId ?? null;
  return [
    { label: 'Bank', value: bankAccount.bankName },
    {
      label: 'Account',
      value:
        bankAccount.accountNumberEnd === ''
          ? bankAccount.accountName
          : `${bankAccount.accountName}, ending in ${bankAccount.accountNumberEnd}`,
    },
    ...(paidAt === null ? [] : [{ label: 'Paid', value: dateTimeText(paidAt) }]),
    ...(payout === null ? [] : [{ label: 'Reference', value: payout.reference }]),
    ...(session === null ? [] : [{ label: 'Bank session', value: session }]),
  ];
}

function chain({ deposits, fromCurrency, isPaid, network }: Receipt): ReceiptRow[] {
  if (deposits.length === 0) {
    return [{ label: 'Transaction', value: isPaid ? 'None: paid from the balance' : 'None yet' }];
  }
  return deposits.map(({ amount, transaction }) => {
    const link = explorerUrl(network, transaction);
    return { label: coinText(amount, fromCurrency), value: transaction, ...(link === null ? {} : { link }) };
  });
}
