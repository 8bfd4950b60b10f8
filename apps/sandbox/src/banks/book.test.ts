// A book's answers match its transfers read one by one, at every moment: the float stays right while they
// end, fail and come back, and each transfer by its reference.
import { expect, test } from 'vitest';
import { type Behaviour, BEHAVIOURS } from './behaviour.ts';
import { createBook } from './book.ts';
import { floatKobo, type Transfer } from './transfer.ts';

const OPENING_KOBO = 1_000_000n;

function makeTransfer(number: number, behaviour: Behaviour): Transfer {
  const acceptedAt = number * 7;
  return {
    provider: 'budpay',
    reference: `ref-${number}`,
    amountKobo: String(1_000 + number),
    feeKobo: '10',
    accountNumber: '0123456785',
    bankCode: '000013',
    bankName: 'GTBANK',
    accountName: '',
    narration: 'Sample',
    sessionId: String(number),
    behaviour,
    acceptedAt,
    settledAt: acceptedAt + 50,
    reversedAt: behaviour === 'reverse' ? acceptedAt + 150 : null,
  };
}

test('the float at every moment, and every transfer', () => {
  const book = createBook(OPENING_KOBO);
  const all: Transfer[] = [];
  for (let now = 0; now < 600; now += 5) {
    if (now % 10 === 0 && all.length < 40) {
      const transfer = makeTransfer(all.length, BEHAVIOURS[all.length % BEHAVIOURS.length] ?? 'success');
      all.push(transfer);
      book.add(transfer);
    }
    expect(book.floatKobo(now)).toBe(floatKobo(OPENING_KOBO, all, now));
  }
  for (const transfer of all) expect(book.find(transfer.reference)).toBe(transfer);
  expect(book.find('ref-none')).toBeUndefined();
});
