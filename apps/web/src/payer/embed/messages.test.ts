// Guarantee: only a complete report is accepted, whatever else a message carries.
import { describe, expect, it } from 'vitest';
import { readReport } from './messages.ts';

describe('a message', () => {
  it('is a report with its state and payment', () => {
    expect(readReport({ type: 'kobogate:payment', state: 'seen', paymentId: 'p1', more: 1 })).toEqual({
      state: 'seen',
      paymentId: 'p1',
    });
  });

  it.each([
    null,
    'kobogate:payment',
    { type: 'other', state: 'paid', paymentId: 'p' },
    { type: 'kobogate:payment' },
    [],
  ])('is none: %j', (data) => {
    expect(readReport(data)).toBeNull();
  });
});
