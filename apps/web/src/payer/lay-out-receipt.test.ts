// Guarantee: a printed receipt names the payment completely, in the payer's language, and of the recipient only what
// the page shows.
import { PAYER_LANGUAGES } from '@kobogate/contract';
import { sampleDeposit, samplePayment } from '@kobogate/testkit/payer/samples.ts';
import { expect, it } from 'vitest';
import { layOutReceipt } from './lay-out-receipt.ts';

const final = sampleDeposit({ state: 'confirmed', confirmations: 3, secondsLeft: null });
const payment = samplePayment({
  state: 'paid',
  payout: 'paid',
  received: '15.662345',
  missing: '0',
  deposits: [final, sampleDeposit({ state: 'dropped', transaction: '0xdropped', explorerUrl: 'javascript:x' })],
  timeline: [{ at: '2026-11-21T13:08:09.000Z', type: 'payout-paid' }],
  successMessage: 'A word for the payer alone',
  redirectUrl: 'https://shop.example/thanks?token=secret',
});

it.each(PAYER_LANGUAGES)('in %s it is whole: amounts, rate, network, address, transaction, moments', (language) => {
  const layout = layOutReceipt(payment, language);
  const rows = layout.sections.flatMap((section) => section.rows);
  const values = rows.map(({ value }) => value);
  for (const value of ['₦25,000.50', payment.address, payment.networkName, payment.id, final.transaction]) {
    expect(values).toContain(value);
  }
  expect(layout).toMatchObject({ language: `${language}-NG`, amount: '15.662345 USDT', customer: payment.name });
  expect(rows.every(({ label, value }) => label !== '' && value !== '')).toBe(true);
  expect(JSON.stringify(layout)).not.toMatch(/undefined|null|secret|A word for|0xdropped|javascript:/);
});

it('says the same in each language in words of its own', () => {
  const said = PAYER_LANGUAGES.map((language) => {
    const { title, notice, sections } = layOutReceipt(payment, language);
    return JSON.stringify([title, notice, sections]);
  });
  expect(new Set(said).size).toBe(PAYER_LANGUAGES.length);
});
