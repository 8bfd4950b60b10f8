// Guarantee: a payment's page states the facts: how long, how much is missing, what has come elsewhere, and
// nothing that has not happened.
import type { LinkId, Payment } from '@kobogate/contract';
import { STATES, viewOf } from '@kobogate/testkit/payer/page.ts';
import { sampleDeposit, samplePayment } from '@kobogate/testkit/payer/samples.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, it } from 'vitest';
import { describeStatus, isOver, rateSecondsLeft, takesCoins, waitWords } from './describe-status.ts';
import { describeSteps } from './describe-steps.ts';
import { inLanguage, linkAddress, paymentAddress } from './page-address.ts';
import { durationText, momentText } from './payer-formats.ts';
import { TEXTS_OF } from './texts/all.ts';
import { clockText } from '../lib/clock-text.ts';

const ENGLISH = TEXTS_OF.en;
const paymentOf = (state: string) => {
  const content = STATES[state];
  if (content?.kind !== 'payment') throw new Error(`${state} is no payment`);
  return content.payment;
};
const words = (state: string) => describeStatus(paymentOf(state), ENGLISH);

describe('the status', () => {
  it.each([
    ['waiting', 'Waiting for your payment'],
    ['seen', 'Your payment was seen'],
    ['confirming', 'Confirming: 1 of 3'],
    ['underpaid', '5.662345 USDT still missing'],
    ['paid', 'Paid'],
    ['payment-expired', 'The time for this payment is over'],
    ['declined', 'This payment was declined'],
  ])('of %s is: %s', (state, title) => {
    expect(words(state).title).toBe(title);
  });

  it('of a link for one payment that another has used asks for nothing, in every language', () => {
    for (const state of ['waiting', 'expired'] as const) {
      const payment = samplePayment({ state, isLinkUsed: true });
      expect(takesCoins(payment)).toBe(false);
      for (const texts of Object.values(TEXTS_OF)) {
        const told = describeStatus(payment, texts);
        expect(told.title).toBe(texts.failures.closed.used);
        expect(told.help[0]).toBe(texts.status.sendNothing);
      }
    }
  });

  it('says how many confirmations are left and how long that takes', () => {
    expect(words('confirming').help).toEqual(['Waiting for 2 more confirmations, about 24 seconds.']);
    expect(words('confirming-one').help).toEqual(['Waiting for 1 more confirmation, about 1 second.']);
    expect(words('seen').help).toEqual(['Waiting for 3 more confirmations.']);
  });

  it('[D12] asks for no confirmation that is there already: what is deep enough waits for a check, in each language', () => {
    const deep = sampleDeposit({ confirmations: 3, secondsLeft: 0 });
    for (const texts of Object.values(TEXTS_OF)) {
      const { help } = describeStatus(samplePayment({ state: 'confirming', deposits: [deep] }), texts);
      expect(help).toEqual([texts.status.confirmationsDone]);
      expect(waitWords(deep, texts)).toBe(texts.status.confirmationsDone);
    }
  });

  it('shows the transfer that is furthest from final, and only among those that count', () => {
    const deposits = [
      sampleDeposit({ confirmations: 2 }),
      sampleDeposit({ confirmations: 0, secondsLeft: 40 }),
      sampleDeposit({ confirmations: 0, confirmationsNeeded: 99, isElsewhere: true }),
    ];
    expect(describeStatus(samplePayment({ state: 'confirming', deposits }), ENGLISH).title).toBe('Confirming: 0 of 3');
  });

  it('distinguishes naira on its way from arrived naira, and names excess and late coins', () => {
    expect(words('paid').help).toEqual(['Thank you. ₦25,000.50 is on its way to the recipient’s bank.']);
    expect(words('paid-out').help).toEqual(['Thank you. ₦25,000.50 has reached the recipient’s bank.']);
    expect(words('paid-trouble').help[0]).toContain('has not taken the money yet');
    const held = samplePayment({ state: 'paid', isHeld: true, reviewHours: 48 });
    const words48 = describeStatus(held, ENGLISH).help[0];
    expect(words48).toContain('A person reviews this payment');
    expect(words48).toContain('normally within 48 hours');
    for (const texts of Object.values(TEXTS_OF)) expect(describeStatus(held, texts).help[0]).toContain('48');
    expect(describeSteps(held).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'next', 'next']);
    // What the bank did is said only where it was asked, and only as far as it is known.
    const said = (payout: Payment['payout']) =>
      describeStatus(samplePayment({ state: 'paid', payout }), ENGLISH).help[0];
    expect(said('reversed')).toContain('bank sent the money back');
    expect(said('unknown')).toContain('do not know the bank’s answer yet');
    expect([said('none'), said('queued')]).toEqual([1, 2].map(() => expect.stringContaining('is about to be sent')));
    expect(said('sent')).toContain('is on its way');
    for (const texts of Object.values(TEXTS_OF)) {
      const { paidQueued, paidHeld, paidTrouble, paidReturned, paidUnknown, paidUnderWay } = texts.status;
      const all = [paidQueued('₦1.00'), paidHeld('1'), paidTrouble, paidReturned, paidUnknown, paidUnderWay('₦1.00')];
      expect(new Set(all).size).toBe(6);
    }
    expect(words('overpaid').help[1]).toContain('1.5 USDT too much');
    expect(words('late').help[1]).toContain('after the held rate had ended');
  });

  it('knows when the payment is over, and when coins may still be sent', () => {
    const names = Object.keys(STATES).filter((state) => STATES[state]?.kind === 'payment');
    expect(names.filter((name) => isOver(paymentOf(name)))).toEqual(['paid-out', 'receipt-refused']);
    // Coins beyond the amount, or for a declined payment, may still be offered back.
    expect(isOver(samplePayment({ state: 'declined' }))).toBe(true);
    expect([paymentOf('overpaid'), paymentOf('declined')].some(isOver)).toBe(false);
    expect(['waiting', 'underpaid', 'payment-expired'].every((name) => takesCoins(paymentOf(name)))).toBe(true);
    expect(['seen', 'confirming', 'paid', 'declined'].some((name) => takesCoins(paymentOf(name)))).toBe(false);
  });
});

describe('the steps', () => {
  const states = (name: string) => describeSteps(paymentOf(name)).map(({ state }) => state);
  it.each([
    ['waiting', ['done', 'now', 'next', 'next', 'next']],
    ['elsewhere', ['done', 'now', 'next', 'next', 'next']],
    ['confirming', ['done', 'done', 'now', 'next', 'next']],
    ['underpaid', ['done', 'done', 'now', 'next', 'next']],
    ['late', ['done', 'done', 'done', 'now', 'next']],
    ['paid', ['done', 'done', 'done', 'done', 'now']],
    ['paid-out', ['done', 'done', 'done', 'done', 'done']],
    ['paid-trouble', ['done', 'done', 'done', 'failed', 'next']],
    ['declined', ['done', 'done', 'failed', 'next', 'next']],
  ])('of %s', (name, expected) => {
    expect(states(name)).toEqual(expected);
  });

  it.each(['waiting', 'expired'] as const)('of one (%s) whose link another has used end with its opening', (state) => {
    expect(describeSteps(samplePayment({ state, isLinkUsed: true }))).toEqual([
      { step: 'opened', state: 'done', at: '2026-11-21T13:05:00.000Z' },
    ]);
  });

  it('have the times of what has happened', () => {
    expect(describeSteps(paymentOf('paid-out')).map(({ at }) => at?.slice(14, 19))).toEqual([
      '05:00',
      '07:00',
      '08:00',
      '08:02',
      '08:09',
    ]);
  });
});

describe('the clock', () => {
  it('is the server’s: the remaining time is counted from its clock', () => {
    expect(rateSecondsLeft(samplePayment())).toBe(899);
    expect(rateSecondsLeft(samplePayment({ lockExpiresAt: '2026-11-21T13:00:00Z' }))).toBe(0);
    expect(rateSecondsLeft(samplePayment({ lockExpiresAt: null }))).toBeNull();
    expect([899, 9, -3, 3661].map(clockText)).toEqual(['14:59', '0:09', '0:00', '1:01:01']);
  });

  it('speaks the payer’s language', () => {
    expect(momentText('2026-11-21T23:30:00Z', ENGLISH)).toBe('22 Nov 2026, 00:30 Lagos time');
    expect(momentText('2026-11-21T23:30:00Z', TEXTS_OF.ha)).toBe('22 Nuwamba 2026, 00:30 agogon Legas');
    expect(momentText('soon', ENGLISH)).toBe('soon');
    expect([3.24, 24, 119, 121].map((seconds) => durationText(seconds, ENGLISH))).toEqual([
      '3.2 seconds',
      '24 seconds',
      '119 seconds',
      '3 minutes',
    ]);
  });
});

it('every link keeps the page’s own parameters, and the choice when the language changes', () => {
  const place = { linkId: idFor<LinkId>('a/b'), kept: 'lang=ig&embed=1' };
  expect(linkAddress(place)).toBe('/custom-payment/a%2Fb?lang=ig&embed=1');
  expect(paymentAddress(place, 'p', 'rate')).toBe('/custom-payment/a%2Fb/payments/p/rate?lang=ig&embed=1');
  const choosing = STATES['choosing-network'];
  const payment = STATES['waiting'];
  if (choosing === undefined || payment === undefined) throw new Error('no such state');
  const { linkId } = viewOf(choosing);
  expect(inLanguage(viewOf(choosing), 'yo')).toBe(`/custom-payment/${linkId}?lang=yo&currency=USDT`);
  expect(inLanguage(viewOf(payment, 'ha'), 'en')).toBe(
    `/custom-payment/${linkId}/payments/${samplePayment().id}?lang=en`,
  );
});
