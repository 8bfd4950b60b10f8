const SUMMARY = {
  id: '01939b7e-0000-7000-8000-000000000001',
  day: '2026-11-20',
  outcome: 'differs',
  differenceCount: 2,
  startedAt: '2026-11-21T00:05:00.000Z',
  finishedAt: '2026-11-21T00:06:00.000Z',
  isScheduled: true,
  attempt: 0,
  isNewest: true,
  nextAt: '2026-11-21T00:21:00.000Z',
  runBy: null,
};
const part = (area: string, name: string, outcome: string, compared: number, detail: string) => ({
  area,
  name,
  outcome,
  compared,
  detail,
  floatGapKobo: null,
});

/** Days as the administrators see them, newest first: one with differences, one unclear, one on which all agreed. */
export const RECONCILIATIONS = [
  SUMMARY,
  {
    ...SUMMARY,
    id: '01939b7e-0000-7000-8000-000000000002',
    day: '2026-11-19',
    outcome: 'unclear',
    differenceCount: 0,
    attempt: 2,
    nextAt: '2026-11-21T01:06:00.000Z',
  },
  {
    ...SUMMARY,
    id: '01939b7e-0000-7000-8000-000000000003',
    day: '2026-11-19',
    outcome: 'agrees',
    differenceCount: 0,
    isScheduled: false,
    isNewest: false,
    nextAt: null,
    runBy: 'Sample Administrator',
  },
];

/** The first of them with all details. */
export const RECONCILIATION = {
  ...SUMMARY,
  report: {
    differences: [
      {
        kind: 'missing-at-bank',
        place: 'Paystack',
        subject: 'kg-01939b7e0000700080000000000000aa',
        orderId: '01939b7e-0000-7000-8000-0000000000aa',
        ours: '₦16,000.00, paid',
        theirs: 'no line',
        advice:
          'Do not send it again. Ask the bank about the payout on its order’s page; if it says that it knows nothing, call the provider.',
      },
      {
        kind: 'float',
        place: 'BudPay',
        subject: 'Float',
        orderId: null,
        ours: '₦499,968,000.00 by the ledger and the last comparison',
        theirs: '₦499,967,900.00',
        advice:
          'If you put naira in or took some out since the last comparison, or the provider takes fees that its list does not show, that explains it. If not, ask the provider for the account’s history.',
      },
    ],
    parts: [
      part('bank', 'BudPay', 'differs', 42, '₦672,000.00 paid, ₦1,050.00 in fees. ₦499,967,900.00 lies there.'),
      part(
        'bank',
        'Paystack',
        'differs',
        7,
        '₦112,000.00 paid, ₦175.00 in fees. It changed by the same amount as in the ledger.',
      ),
      part('chain', 'Ethereum', 'agrees', 6, 'Every coin is where the ledger has it.'),
      part(
        'chain',
        'Bitcoin',
        'unclear',
        0,
        'The network’s node did not report the balances. Please compare again later.',
      ),
      part('chain', 'Polkadot', 'not-compared', 0, 'Balances on this network can’t be read yet.'),
      part(
        'ledger',
        'Ledger',
        'agrees',
        12_480,
        '6240 transactions on 311 accounts, recomputed. Fingerprint 9f2c81d4a0b35e77.',
      ),
    ],
  },
};
