// What a bank's answer means: refused only for a listed reason with a status that rule the transfer out, ended only for
// a final state, and everything that we do not know leaves open whether money moved.
import { describe, expect, test } from 'vitest';
import type { FindAnswer, NameAnswer, SendAnswer } from '../../payouts/index.ts';
import type { Reply } from './reply.ts';
import * as budpay from './budpay/answers.ts';
import * as flutterwave from './flutterwave/answers.ts';
import * as flutterwaveV4 from './flutterwave-v4/answers.ts';
import * as monnify from './monnify/answers.ts';
import * as paystack from './paystack/answers.ts';
import { readInstant } from './statement-pages.ts';

const REFERENCE = 'kg-00000000000000000000000000000001';
const answered = (status: number, body: unknown): Reply => ({ kind: 'answered', status, body });

interface Words {
  readonly readSent: (reply: Reply, reference: string) => SendAnswer;
  readonly readFound: (reply: Reply, reference: string) => FindAnswer;
  readonly readName: (reply: Reply) => NameAnswer;
  /** The body that answers a transfer, and the one that answers the query for it. */
  readonly sent: (status: string, reference?: string) => unknown;
  readonly found: (status: string, reference?: string) => unknown;
  readonly refusal: (message: string) => unknown;
  readonly certain: readonly string[];
  readonly open: readonly string[];
  readonly states: Readonly<Partial<Record<FindAnswer['kind'], readonly string[]>>>;
  readonly missing: Reply;
  /** Whether it is found in a list, in which others may stand. */
  readonly isListed?: boolean;
}

const paystackData = (status: string, reference = REFERENCE) => ({ status: true, data: { reference, status } });
const flutterwaveData = (status: string, reference = REFERENCE) => ({ reference, status });
const flutterwaveV4Data = (status: string, reference = REFERENCE) => ({ id: `trf_${status}`, reference, status });
const flutterwaveV4List = (...transfers: object[]) => ({
  status: 'success',
  data: { transfers, cursor: { next: '', has_more_items: false } },
});
const monnifyData = (status: string, reference = REFERENCE) => ({
  requestSuccessful: true,
  responseBody: { reference, status },
});

const RAILS: Readonly<Record<string, Words>> = {
  paystack: {
    ...paystack,
    sent: paystackData,
    found: paystackData,
    refusal: (message) => ({ status: false, message, type: 'validation_error' }),
    certain: [
      'Your balance is not enough to fulfil this request',
      'Recipient specified is invalid',
      'You cannot initiate third party payouts at this time',
      'Invalid amount',
    ],
    open: ['Please provide a unique reference. Reference already exists on a transfer', 'Invalid key', 'Try later'],
    states: {
      pending: ['pending', 'otp', 'received'],
      paid: ['success'],
      failed: ['failed', 'abandoned', 'blocked', 'rejected'],
      reversed: ['reversed'],
    },
    missing: answered(404, { status: false, message: 'Transfer not found' }),
  },
  budpay: {
    ...budpay,
    sent: (status, reference = REFERENCE) => ({ success: true, data: { reference, status } }),
    found: paystackData,
    refusal: (message) => ({ success: false, message }),
    certain: [
      'Insufficient wallet balance',
      'Invalid bank code',
      'Missing or invalid: amount',
      'Invalid encryption signature',
      'The account_number is required',
      'Unable to resolve account',
    ],
    open: ['Reference already existed', 'Service currently not available', 'Approval required', 'Please try again'],
    states: { pending: ['pending'], paid: ['success'], failed: ['failed'], reversed: ['reversed'] },
    missing: answered(404, { status: false, message: 'Payout not found' }),
  },
  flutterwave: {
    ...flutterwave,
    sent: (status, reference) => ({ status: 'success', data: flutterwaveData(status, reference) }),
    found: (status, reference) => ({ status: 'success', data: [flutterwaveData(status, reference)] }),
    refusal: (message) => ({ status: 'error', message, data: null }),
    certain: ['Insufficient funds in customer wallet', 'Invalid bank code', 'account_bank is required'],
    open: [
      'Transfer with this reference already exists',
      'This request cannot be processed',
      'Invalid authorization key',
    ],
    states: { pending: ['NEW', 'PENDING'], paid: ['SUCCESSFUL'], failed: ['FAILED'] },
    missing: answered(200, { status: 'success', data: [] }),
  },
  'flutterwave-v4': {
    ...flutterwaveV4,
    readFound: (reply, reference) => {
      const page = flutterwaveV4.readPage(reply);
      if (page === null) return { kind: 'unanswered', reason: 'no list' };
      return flutterwaveV4.readOwn(page.transfers.filter((each) => each.reference === reference));
    },
    isListed: true,
    sent: (status, reference) => ({ status: 'success', data: flutterwaveV4Data(status, reference) }),
    found: (status, reference) => flutterwaveV4List(flutterwaveV4Data(status, reference)),
    refusal: (message) => ({ status: 'failed', error: { type: 'REQUEST_NOT_VALID', code: '10400', message } }),
    certain: ['Insufficient balance', 'Invalid bank code', 'account_number is required'],
    open: ['Transfer with this reference already exists', 'Idempotency key was used before', 'Unauthorized'],
    states: { pending: ['NEW', 'PENDING', 'INITIATED'], paid: ['SUCCESSFUL'], failed: ['FAILED', 'CANCELLED'] },
    missing: answered(200, flutterwaveV4List()),
  },
  monnify: {
    ...monnify,
    sent: monnifyData,
    found: monnifyData,
    refusal: (responseMessage) => ({ requestSuccessful: false, responseMessage, responseCode: '99' }),
    certain: ['Insufficient balance in the source account', 'Invalid account number', 'Invalid amount'],
    open: ['Duplicate transaction reference', 'A similar transfer was made less than 2 minutes ago', 'Access denied'],
    states: {
      pending: ['PENDING', 'AWAITING_PROCESSING', 'IN_PROGRESS', 'PENDING_AUTHORIZATION'],
      paid: ['SUCCESS', 'COMPLETED'],
      failed: ['FAILED', 'EXPIRED'],
      reversed: ['REVERSED'],
    },
    missing: answered(404, { requestSuccessful: false, responseMessage: 'Could not find disbursement' }),
  },
};
const LOST: Reply = { kind: 'lost', reason: 'the bank did not answer in time' };

describe.each(Object.entries(RAILS))('%s', (_rail, words) => {
  const { readSent, readFound, sent, found, refusal, states } = words;

  test('a listed refusal is certain, and only with a status that it comes with', () => {
    for (const message of words.certain) {
      expect(readSent(answered(400, refusal(`${message}.`)), REFERENCE)).toEqual({ kind: 'refused', reason: message });
      for (const status of [401, 403, 429, 500, 502, 503]) {
        expect(readSent(answered(status, refusal(message)), REFERENCE).kind).toBe('unknown');
      }
    }
  });

  test('[K8] words of a refusal within a message that says something else leave it open', () => {
    for (const message of [
      'Approval required',
      'This transfer is required to be approved by a second person',
      'OTP required to complete transfer',
      'Invalid response from the beneficiary bank',
      'Transfer queued: insufficient balance, it leaves once the account is funded',
      'Invalid amount confirmation: the transfer is in review',
      'account_number is required to be confirmed; the transfer is pending',
      'Missing response from destination bank',
      'Recipient bank returned an invalid response',
      'Could not resolve account status, transfer in progress',
      'Third party payouts are being processed',
      'The balance is not enough, the transfer waits for funds',
    ]) {
      for (const status of [200, 400, 422]) {
        const read = readSent(answered(status, refusal(message)), REFERENCE);
        expect({ message, kind: read.kind }).toEqual({ message, kind: 'unknown' });
      }
    }
  });

  test('[P1] a duplicate reference, and any answer that is not listed or has another form, leaves it open', () => {
    const replies = [
      LOST,
      ...words.open.map((message) => answered(400, refusal(message))),
      ...[{}, [], null, 'OK', { message: 'Insufficient balance' }, { error: 'Invalid amount' }].map((body) =>
        answered(400, body),
      ),
      answered(200, sent(states.paid?.[0] ?? '', 'kg-another')),
    ];
    for (const reply of replies) expect(readSent(reply, REFERENCE).kind).toBe('unknown');
  });

  test('an answer is accepted while the transfer is under way or paid; an end that it names is asked for again', () => {
    for (const status of [...(states.pending ?? []), ...(states.paid ?? [])]) {
      expect(readSent(answered(200, sent(status)), REFERENCE)).toEqual({ kind: 'accepted' });
    }
    for (const status of [...(states.failed ?? []), ...(states.reversed ?? []), 'held']) {
      expect(readSent(answered(200, sent(status)), REFERENCE)).toMatchObject({ kind: 'unknown' });
    }
  });

  test('[P5] every state that the provider has is told apart when asked', () => {
    for (const [kind, all] of Object.entries(states)) {
      for (const status of all) expect(readFound(answered(200, found(status)), REFERENCE)).toMatchObject({ kind });
    }
    expect(readFound(answered(200, found('held')), REFERENCE).kind).toBe('unanswered');
  });

  test('[P1] [M1] a payment in another currency is told with it, and an unclear currency with none', () => {
    const paid = JSON.stringify(found(states.paid?.[0] ?? ''));
    const field = words.isListed === true ? 'destination_currency' : 'currency';
    const told = (currency: unknown) => {
      const body: unknown = JSON.parse(
        paid.replace('"reference":', `"${field}":${JSON.stringify(currency)},"reference":`),
      );
      return readFound(answered(200, body), REFERENCE);
    };
    for (const currency of ['GHS', 'NGN']) expect(told(currency)).toMatchObject({ kind: 'paid', made: { currency } });
    for (const unclear of ['ngn', 'naira', 566, null])
      expect(told(unclear)).toMatchObject({ made: { currency: null } });
  });

  test('[P2] only its own "not found" counts as one; every other answer leaves it open', () => {
    expect(readFound(words.missing, REFERENCE)).toEqual({ kind: 'not-found' });
    const replies = [
      LOST,
      answered(404, { error: 'no route' }),
      answered(500, refusal('Transfer not found')),
      answered(200, {}),
      ...(words.isListed === true ? [] : [answered(200, found(states.paid?.[0] ?? '', 'kg-another'))]),
    ];
    for (const reply of replies) expect(readFound(reply, REFERENCE).kind).toBe('unanswered');
  });

  test('[K8] [P2] something else that is not found says nothing about the transfer', () => {
    for (const message of [
      'Route not found',
      'Merchant does not exist',
      'Session not found',
      'Integration not found',
    ]) {
      for (const body of [refusal(message), { status: false, message }]) {
        expect(readFound(answered(404, body), REFERENCE).kind).toBe('unanswered');
      }
    }
  });

  test('[P8] a name is resolved only where there is one', () => {
    for (const body of [
      {},
      null,
      refusal('Could not resolve account'),
      { status: true, data: 'OK' },
      { status: true },
    ]) {
      expect(words.readName(answered(200, body)).kind).toBe('unresolved');
    }
  });
});

test('Flutterwave: two transfers of one reference decide nothing', () => {
  const data = [flutterwaveData('SUCCESSFUL'), flutterwaveData('FAILED')];
  expect(flutterwave.readFound(answered(200, { status: 'success', data }), REFERENCE).kind).toBe('unanswered');
});

test('Flutterwave v4: two transfers of one reference decide nothing', () => {
  const page = flutterwaveV4.readPage(
    answered(200, flutterwaveV4List(flutterwaveV4Data('SUCCESSFUL'), flutterwaveV4Data('FAILED'))),
  );
  expect(flutterwaveV4.readOwn(page?.transfers ?? []).kind).toBe('unanswered');
});

test('[P5] Flutterwave v4: money that came back is a reversal with a credit in it; of another reversal nothing follows', () => {
  const reversed = (type: unknown) => ({ ...flutterwaveV4Data('FAILED'), reversal: { reconciliation_type: type } });
  expect(flutterwaveV4.readOwn([reversed('C')]).kind).toBe('reversed');
  for (const type of ['D', null, undefined]) expect(flutterwaveV4.readOwn([reversed(type)]).kind).toBe('unanswered');
});

test('[M1] Flutterwave v4: an amount of another currency, or of what leaves, is not what arrived', () => {
  const paid = { ...flutterwaveV4Data('SUCCESSFUL'), destination_currency: 'NGN' };
  const read = (change: object) => {
    const found = flutterwaveV4.readOwn([{ ...paid, ...change }]);
    return found.kind === 'paid' ? found.made?.amountKobo : found.kind;
  };
  const amount = { value: '1500.5', applies_to: 'destination_currency' };
  expect(read({ amount })).toBe(150_050n);
  expect(read({ amount: { ...amount, applies_to: 'source_currency' } })).toBeNull();
  expect(read({ amount, destination_currency: 'USD' })).toBeNull();
  expect(read({})).toBeNull();
});

test('[P2] Flutterwave v4: a list that goes on has to say where, else it is no list', () => {
  const list = (cursor: object) =>
    flutterwaveV4.readPage(answered(200, { status: 'success', data: { transfers: [], cursor } }));
  expect(list({ next: 'abc', has_more_items: true })).toMatchObject({ next: 'abc' });
  expect(list({ next: 'abc', has_more_items: false })).toMatchObject({ next: null });
  for (const next of ['', null, undefined, 7]) expect(list({ next, has_more_items: true })).toBeNull();
  expect(list({})).toBeNull();
});

test('[P9] Paystack: an account that can’t become a recipient fails its payout; an outage or a limit while it is asked fails none', () => {
  const refusal = { status: false, message: 'Account details are invalid.' };
  const refused = paystack.refusedRecipient(answered(400, refusal));
  expect(refused).toEqual({ kind: 'refused', reason: 'Account details are invalid' });
  const said = expect.stringContaining('nothing was sent');
  expect(paystack.refusedRecipient(answered(404, null))).toMatchObject({ kind: 'refused', reason: said });
  const passing = [500, 502, 503, 401, 403, 408, 429].flatMap((status) => [
    answered(status, null),
    answered(status, refusal),
  ]);
  for (const reply of [LOST, ...passing]) {
    expect(paystack.refusedRecipient(reply)).toMatchObject({ kind: 'not-sent', reason: said });
  }
});

test('[P9] a negative float is read, and covers no payout', () => {
  expect(budpay.readFloat(answered(200, { success: true, data: { balance: '-12.5' } }))).toBe(-1_250n);
  expect(paystack.readFloat(answered(200, { status: true, data: [{ currency: 'NGN', balance: '-1250' }] }))).toBe(
    -1_250n,
  );
  expect(flutterwave.readFloat(answered(200, { status: 'success', data: { available_balance: '-12.50' } }))).toBe(
    -1_250n,
  );
  expect(
    monnify.readFloat(answered(200, { requestSuccessful: true, responseBody: { availableBalance: '-12.5' } })),
  ).toBe(-1_250n);
  for (const balance of ['--1', '-', '-1e3', '- 1', '-0.001']) {
    expect(budpay.readFloat(answered(200, { success: true, data: { balance } }))).toBeNull();
  }
});

test('[P9] Paystack: an odd balance of another currency does not hide the naira', () => {
  const data = [null, { currency: 'USD', balance: null }, { currency: 'NGN', balance: '1250' }, { currency: 'GHS' }];
  expect(paystack.readFloat(answered(200, { status: true, data }))).toBe(1_250n);
});

test.each([
  [
    'budpay',
    budpay.readBankList,
    { success: true, data: [] },
    'data',
    (name: unknown, code: unknown) => ({ bank_name: name, bank_code: code }),
  ],
  ['paystack', paystack.readBankList, { status: true, data: [] }, 'data', nameAndCode],
  ['flutterwave', flutterwave.readBankList, { status: 'success', data: [] }, 'data', nameAndCode],
  ['monnify', monnify.readBankList, { requestSuccessful: true, responseBody: [] }, 'responseBody', nameAndCode],
] as const)('[F-7] a malformed entry in the list of %s hides no other bank', (_name, read, envelope, field, entry) => {
  const answer = (list: unknown) => read(answered(200, { ...envelope, [field]: list }));
  const sound = entry('Sample Bank', '044');
  const odd = [entry(null, '1'), entry('No Code', null), entry({}, []), null, 7, 'text', []];
  expect(answer([...odd, sound, ...odd])).toEqual([{ bankName: 'Sample Bank', bankCode: '044' }]);
  for (const none of [null, {}, 'text', undefined]) expect(answer(none)).toBeNull();
});

function nameAndCode(name: unknown, code: unknown) {
  return { name, code };
}

test('[I5] a provider’s time without a zone is in UTC, whatever zone the machine is in', () => {
  const zone = process.env['TZ'];
  try {
    for (const machine of ['UTC', 'Africa/Lagos', 'America/New_York']) {
      process.env['TZ'] = machine;
      for (const [text, instant] of [
        ['2026-11-21 23:30:00', '2026-11-21T23:30:00.000Z'],
        ['2026-11-21T23:30:00.5', '2026-11-21T23:30:00.500Z'],
        ['2026-11-21T23:30:00.000Z', '2026-11-21T23:30:00.000Z'],
        ['2026-11-21T23:30:00+01:00', '2026-11-21T22:30:00.000Z'],
        ['2026-11-21T23:30:00.000+0000', '2026-11-21T23:30:00.000Z'],
        ['2026-11-21', '2026-11-21T00:00:00.000Z'],
        ['Sat Nov 21 2026 23:30:00 GMT+0100 (WAT)', '2026-11-21T22:30:00.000Z'],
      ] as const) {
        expect([machine, text, readInstant(text).toISOString()]).toEqual([machine, text, instant]);
      }
    }
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
  expect(readInstant('soon').getTime()).toBeNaN();
});
