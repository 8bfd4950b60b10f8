// Whatever coin the ledger counts, its least amount is dust: a stranger can send that to any address for next to nothing.
import { expect, test } from 'vitest';
import { ASSETS } from './assets.ts';
import { isDust, STRAY_ASSETS } from './stray-assets.ts';

test.each([...ASSETS, ...STRAY_ASSETS].map(({ code, decimals }) => [code, decimals] as const))(
  '[D4] the smallest unit of %s is dust, and a hundred coins are not',
  (code, decimals) => {
    expect(isDust(code, 1n)).toBe(true);
    expect(isDust(code, 100n * 10n ** BigInt(decimals))).toBe(false);
  },
);

test('[D4] a coin of another contract is dust below the same amount as the real one', () => {
  for (const code of ['USDC.e@polygon', 'USDT.e@avalanche', 'USDbC@base', 'USDT@polkadot', 'USDC@polkadot']) {
    expect([code, isDust(code, 9_999n), isDust(code, 10_000n)]).toEqual([code, true, false]);
  }
});
