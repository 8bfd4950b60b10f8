// Guarantee: an order that was declined says that it is not paid, and no other order does.
import { describe, expect, it } from 'vitest';
import { nairaWords } from './order-words.ts';

describe('how far the naira is', () => {
  it('is told as not paid of a declined order alone', () => {
    expect(nairaWords({ status: 'declined', payout: 'none' }).text).toBe('Not paid');
    expect(nairaWords({ status: 'pending', payout: 'none' }).text).toBe('Not due yet');
    expect(nairaWords({ status: 'approved', payout: 'reversed' }).text).toBe('Reversed');
  });
});
