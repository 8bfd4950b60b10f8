const MADE = {
  railTitle: 'Paystack',
  amountKobo: '1600000',
  accountNumber: '0123456789',
  bankState: 'paid',
  madeAt: '2026-11-21T02:41:00.000Z',
  status: 'open',
  orders: [],
  customers: [],
  free: [],
  reason: null,
  first: null,
};
const CUSTOMER = { userId: '01939b7e-0000-7000-8000-0000000000c1', name: 'Sample Customer', email: 'ada@example.com' };
const id = (end: string): string => `01939b7e-0000-7000-8000-0000000000${end}`;
const reference = (end: string): string => `kg-01939b7e00007000800000000000${end}`;

const FENCE = {
  reason: 'The database is older than the payouts sent from here: it counts 4310, and this server’s own file 4316.',
  raisedAt: '2026-11-21T03:04:00.000Z',
  readFrom: '2026-11-20T20:30:00.000Z',
  firstLiftedBy: null,
  isFirstLiftedByMe: false,
};
const check = (part: string, title: string, state: string, detail: string, readTo: string | null) => ({
  part,
  title,
  state,
  detail,
  readTo,
});
const READ_TO = '2026-11-21T03:20:00.000Z';

/** Fenced, with a transfer of each kind, and half of the comparisons done. */
export const RECOVERY = {
  fence: FENCE,
  checks: [
    check('rail', 'Paystack', 'done', '128 transfers of ours; the books did not know 3 of them.', READ_TO),
    check('rail', 'BudPay', 'failed', 'It gave no list: the bank did not answer.', null),
    check('chain', 'Ethereum', 'reading', 'Read to block 21,204,118 of 21,204,990.', null),
    check('chain', 'Bitcoin', 'waiting', '', null),
  ],
  left: [
    'BudPay: its list has not been read whole yet.',
    'Ethereum, BNB Smart Chain, Polygon and 8 more: these chains have not been compared yet.',
    '3 transfers are still to be decided.',
  ],
  transfers: [
    {
      ...MADE,
      id: id('a1'),
      reference: reference('00aa-1'),
      orders: [
        {
          id: id('aa'),
          nairaKobo: '1600000',
          accountName: 'SAMPLE CUSTOMER',
          accountNumber: '0123456789',
          createdAt: '2026-11-21T02:20:00.000Z',
          isByReference: true,
          problem: null,
        },
      ],
      customers: [CUSTOMER],
    },
    {
      ...MADE,
      id: id('a2'),
      reference: reference('00ab-1'),
      amountKobo: '4500000',
      customers: [CUSTOMER],
      first: {
        adminId: '01939b7e-0000-7000-8000-0000000000d1',
        by: 'Sample Administrator',
        at: '2026-11-21T03:25:00.000Z',
        says: 'Owed by Sample Customer.',
        reason: null,
      },
    },
    {
      ...MADE,
      id: id('a3'),
      reference: reference('00ac-2'),
      amountKobo: '725050',
      accountNumber: null,
      bankState: 'unclear',
    },
    {
      ...MADE,
      id: id('a4'),
      reference: reference('00ad-1'),
      status: 'owed',
      customers: [CUSTOMER],
      free: [{ asset: 'USDT@ethereum', title: 'USDT on Ethereum', amount: '10' }],
    },
    {
      ...MADE,
      id: id('a5'),
      reference: reference('00ae-1'),
      status: 'noted',
      reason: 'A test of ours with the bank, on the 20th.',
    },
  ],
};

/** Everything is compared, and one administrator has said that payouts may leave. */
export const RECOVERY_READY = {
  fence: { ...FENCE, firstLiftedBy: 'Sample Administrator' },
  checks: RECOVERY.checks.map(({ part, title }) => check(part, title, 'done', 'Nothing is missing.', READ_TO)),
  left: [],
  transfers: [],
};
