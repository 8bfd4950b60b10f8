// At any rate and spread: naira, fee and VAT add up to the coins' worth at the market's rate,
// the VAT is 7.5 % of the fee to the kobo, and the stamp duty takes nothing from the customer.
import { toKobo } from '@kobogate/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCharges } from './charges.ts';

test('[M2] fee and VAT are the whole spread, and the VAT is 7.5 % of the fee, never a kobo less', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 40n).map(toKobo),
      fc.bigInt(1n, 10n ** 20n).map(toKobo),
      (spreadKobo, nairaKobo) => {
        const { feeKobo, vatKobo } = splitCharges({ spreadKobo, nairaKobo });
        expect(feeKobo + vatKobo).toBe(spreadKobo);
        expect(vatKobo * 1000n).toBeGreaterThanOrEqual(feeKobo * 75n);
        expect(vatKobo * 1000n).toBeLessThan(feeKobo * 75n + 1075n);
      },
    ),
  );
  expect(splitCharges({ spreadKobo: toKobo(10_750n), nairaKobo: toKobo(1n) })).toMatchObject({
    feeKobo: 10_000n,
    vatKobo: 750n,
  });
});

test.each([
  [999_999n, 0n],
  [1_000_000n, 5_000n],
  [900_000_000n, 5_000n],
])('[M2] a transfer of %d kobo owes a stamp duty of %d', (nairaKobo, stampDutyKobo) => {
  expect(splitCharges({ nairaKobo: toKobo(nairaKobo), spreadKobo: toKobo(0n) })).toEqual({
    feeKobo: 0n,
    vatKobo: 0n,
    stampDutyKobo,
  });
});
