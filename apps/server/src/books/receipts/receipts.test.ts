// A receipt shows what was quoted, executed and paid, all the same to the kobo; only its owner and administrators get
// it, and it never has the whole account number.
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { makePayableOrder, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { openSync } from 'fontkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Receipt, type OrderId, type UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { newId } from '../../platform/identifiers.ts';
import { forgetPayees } from '../../sales/index.ts';
import { createReceiptPress } from './draw-receipt.ts';
import { layOutReceipt } from './lay-out-receipt.ts';
import { viewReceipt } from './view-receipt.ts';

const FONTS = `${import.meta.dirname}/../../../data/fonts`;
let db: TestDatabase;
let clock: TestClock;
let owner: TestCustomer;
let admin: TestCustomer;
let orderId: OrderId;

beforeAll(async () => {
  db = await createTestDatabase();
  clock = createTestClock();
  owner = await insertCustomer(db.database);
  admin = await insertCustomer(db.database, { isAdmin: true });
  orderId = await makePayableOrder({ database: db.database, clock }, { owner, admin });
});
afterAll(() => db.drop());

const read = (userId: UserId, isAdmin = false, id = orderId): Promise<Receipt> =>
  viewReceipt(
    { database: db.database, settings: createTestSettings(db.database) },
    { orderId: id, caller: { userId, role: isAdmin ? 'administrator' : null } },
  );

test('[M2] before the payment it is a statement of the quote, and says that it proves no payment', async () => {
  const receipt = await read(owner.userId);
  expect(receipt).toMatchObject({ isPaid: false, paidAt: null, payout: null, locked: null, deposits: [] });
  expect(BigInt(receipt.price.nairaKobo)).toBe(NAIRA_KOBO);
  const { notice, title } = layOutReceipt(receipt);
  expect([title, notice]).toEqual(['Statement of a conversion', expect.stringMatching(/not a proof of payment\.$/)]);
});

test('[C1] only its owner and administrators get it; for other users, and for an unknown order, there is none', async () => {
  expect((await read(admin.userId, true)).orderId).toBe(orderId);
  await expect(read(admin.userId)).rejects.toMatchObject({ status: 404 });
  await expect(read(owner.userId, false, newId<OrderId>())).rejects.toMatchObject({ status: 404 });
  await expect(read(owner.userId, true, idFor<OrderId>('x'))).rejects.toMatchObject({ status: 404 });
});

test('[M2] quoted, executed and on the receipt are the same kobo, and its parts are the whole', async () => {
  await db.database.transaction(async (tx) => {
    await tx.query(
      `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name,
         account_name, status, session_id, settled_at, order_quote_id)
       select $2, id, 1, 'budpay', 'kg-sample', naira_kobo, account_number, bank_code, bank_name, account_name, 'paid',
         '000013261121', now(), order_quote_id from customer_order where id = $1`,
      [orderId, newId()],
    );
    await tx.query(`update customer_order set payout = 'paid' where id = $1`, [orderId]);
    await tx.query(`insert into order_event (id, order_id, type, text) values ($2, $1, 'payout-paid', $3)`, [
      orderId,
      newId(),
      '₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) was paid.',
    ]);
  });
  const receipt = await read(owner.userId);
  const { feeKobo, grossKobo, nairaKobo, vatKobo } = receipt.price;
  expect(BigInt(nairaKobo) + BigInt(feeKobo) + BigInt(vatKobo)).toBe(BigInt(grossKobo));
  const [executed] = await db.database.query<{ ordered: string; paid: string }>(
    `select o.naira_kobo as ordered, p.amount_kobo as paid from customer_order o join payout p on p.order_id = o.id`,
  );
  expect([executed?.ordered, executed?.paid]).toEqual([nairaKobo, nairaKobo]);
  expect(receipt).toMatchObject({
    isPaid: true,
    isDeclined: false,
    payout: { reference: 'kg-sample', sessionId: '000013261121' },
    bankAccount: { accountNumberEnd: '6785' },
  });
  expect(JSON.stringify(receipt)).not.toContain('0123456785');
  expect(receipt.timeline.at(-1)?.text).toBe('₦16,000.00 to GTBANK ending in 6785 (SAMPLE PERSON) was paid.');
});

test('once the law’s years are over and the account was erased, it reads as before, without one', async () => {
  const erased = await db.database.transaction((tx) => forgetPayees(tx, new Date('2100-01-01'), 10));
  expect(erased).toEqual([orderId]);
  const receipt = await read(owner.userId);
  expect(receipt.bankAccount).toMatchObject({ accountName: 'Erased', accountNumberEnd: '' });
  expect(receipt.timeline.at(-1)?.text).toBe('₦16,000.00 to GTBANK an account that was erased was paid.');
  const { sections } = layOutReceipt(receipt);
  expect(sections[1]?.rows).toContainEqual({ label: 'Account', value: 'Erased' });
});

const SAMPLE: Receipt = {
  orderId: idFor<OrderId>('01890000-0000-7000-8000-000000000000'),
  isPaid: true,
  isDeclined: false,
  summary: '₦19,800.00 was paid to GTBANK ending in 6785.',
  customerName: 'Adébáyọ̀ Ẹniọlá',
  madeAt: '2026-11-20T22:30:00Z',
  paidAt: '2026-11-20T23:05:00Z',
  fromAmount: '12.5',
  fromCurrency: 'USDT',
  network: 'bsc',
  networkName: 'BNB Smart Chain',
  price: {
    rate: '1584',
    marketRate: '1600',
    grossKobo: '2000000',
    nairaKobo: '1980000',
    feeKobo: '18604',
    vatKobo: '1396',
    stampDutyKobo: '5000',
  },
  locked: { rate: '1600.5', nairaKobo: '2000625' },
  deposits: [{ transaction: `0x${'ab'.repeat(32)}`, amount: '12.5' }],
  bankAccount: { bankName: 'GTBANK', accountNumberEnd: '6785', accountName: 'SAMPLE PERSON' },
  payout: { reference: 'kg-sample', sessionId: '000013261121' },
  timeline: Array.from({ length: 40 }, () => ({ at: '2026-11-20T22:30:00Z', type: 'x', text: 'Something happened.' })),
  company: { ...DEFAULT_SETTINGS.brand },
};

test('is printed with every figure, both of late coins, the transaction’s page and the bank’s session', () => {
  const { sections } = layOutReceipt(SAMPLE);
  const rows = new Map(sections.flatMap((section) => section.rows).map((row) => [row.label, row]));
  const valueOf = (label: string) => rows.get(label)?.value;
  expect(valueOf(`Worth at the market’s ₦1,600.00`)).toBe('₦20,000.00');
  expect(valueOf('Fee')).toBe('-₦186.04');
  expect(valueOf('VAT, 7.5 % of the fee')).toBe('-₦13.96');
  expect(valueOf('You received')).toBe('₦19,800.00');
  expect(valueOf('Stamp duty on the transfer')).toBe('₦50.00, paid by Kobogate');
  expect(valueOf('Promised while the rate was locked')).toContain('₦20,006.25 at ₦1,600.50');
  expect(valueOf('Paid')).toBe('21 Nov 2026, 00:05 Lagos time');
  expect(valueOf('Bank session')).toBe('000013261121');
  expect(rows.get('12.5 USDT')?.link).toBe(`https://bscscan.com/tx/0x${'ab'.repeat(32)}`);
});

test('becomes a PDF with its own type, a title, the link and as many pages as it takes', async () => {
  const drawReceipt = await createReceiptPress(FONTS);
  const pdf = Buffer.from(await drawReceipt(layOutReceipt(SAMPLE)));
  const text = pdf.toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text).toContain(`(https://bscscan.com/tx/0x${'ab'.repeat(32)})`);
  expect(text).toMatch(/\/FontName \/\w{6}\+Inter-?Regular/);
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(3);
  expect(pdf.length).toBeLessThan(100_000);
});

// Names are written in all of these alphabets, and must be readable.
const LETTERS = {
  English: 'AaZz09’“–',
  Hausa: 'ƁɓƊɗƘƙƳƴ',
  Igbo: 'ỊịỌọỤụṄṅ',
  Yoruba: 'ẸẹỌọṢṣ\u0300\u0301\u0304',
  French: 'ÀâçÉêëîïôœùûÿ',
  Greek: 'ΑαΩω',
  Cyrillic: 'АаЯяЁё',
  money: '₦',
};

test.each(Object.entries(LETTERS))('the type of receipts has the letters of %s', (_, letters) => {
  for (const name of ['inter-regular', 'inter-semibold']) {
    const font = openSync(`${FONTS}/${name}.ttf`);
    if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is a collection of fonts`);
    const missing = [...letters].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    expect([name, missing]).toEqual([name, []]);
  }
});
