// A plan moves what is worth its fee, in an order in which it can be sent, and never promises coins that are not there.
import { findLedgerAsset, type RefundId } from '@kobogate/contract';
import { mostEvmFee } from '@kobogate/plans';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import type { Holding, OwnAddress } from '../../../custody/index.ts';
import { draftSpending } from './draft-spending.ts';

const own = (chain: 0 | 1, index: number): OwnAddress => {
  const address = `0x${String(chain)}${String(index).padStart(39, '0')}`;
  return { chain, index, address, addressKey: address };
};
const [treasury, first, second] = [own(1, 0), own(0, 0), own(0, 1)];
const native = findLedgerAsset('ETH@ethereum');
if (native === undefined) throw new Error('there is no ETH');
const hold = (
  address: OwnAddress,
  asset: 'ETH@ethereum' | 'USDT@ethereum' | 'DAI@ethereum',
  amount: bigint,
): Holding => ({
  address,
  asset,
  amount,
});
const PAYMENT = 21_000n;
const TOKEN = 60_000n;

const draft = (
  holdings: readonly Holding[],
  { refunds = [] as { id: RefundId; asset: string; amount: bigint }[], isSweep = true, maxFeePerGas = 10n } = {},
) =>
  draftSpending(
    {
      network: 'ethereum',
      native,
      prices: {
        maxFeePerGas,
        maxPriorityFeePerGas: 1n,
        payment: PAYMENT,
        refunds: new Map(refunds.filter(({ id }) => id !== 'refuses').map(({ id }) => [id, 2n * PAYMENT])),
        tokens: {
          sweeps: new Map([first, second].map((each) => [`${each.addressKey} USDT@ethereum`, TOKEN])),
          refunds: new Map(refunds.map(({ id }) => [id, TOKEN])),
          refusals: new Map(),
          notes: [],
        },
        reserve: 0n,
      },
      holdings,
      nonces: new Map([
        [treasury.addressKey, 7],
        [first.addressKey, 2],
      ]),
    },
    {
      treasury,
      deposits: [first, second],
      refunds: refunds.map((refund) => ({ ...refund, address: '0xpayee' })),
      isSweep,
      leastOf: () => 100n,
    },
  );
const lines = (made: ReturnType<typeof draft>) =>
  made.transactions.map((planned) =>
    planned.kind === 'evm'
      ? `${planned.stage} ${planned.purpose} ${planned.amount} ${planned.asset} #${planned.nonce} ${planned.from.address.slice(0, 3)}>${planned.payee.slice(0, 3)}`
      : '',
  );

test('tokens at an address without gas get it from the treasury first', () => {
  const made = draft([hold(treasury, 'ETH@ethereum', 10n ** 7n), hold(first, 'USDT@ethereum', 500n)]);
  expect(lines(made)).toEqual(['0 gas 600000 ETH@ethereum #7 0x1>0x0', '1 sweep 500 USDT@ethereum #2 0x0>0x1']);
  expect(made.notes).toEqual([]);
});

test('an address with gas of its own pays for its tokens, and gives the rest', () => {
  const made = draft([hold(first, 'ETH@ethereum', 2_000_000n), hold(first, 'USDT@ethereum', 500n)]);
  expect(lines(made)).toEqual([
    '1 sweep 500 USDT@ethereum #2 0x0>0x1',
    `1 sweep ${2_000_000n - 600_000n - 210_000n} ETH@ethereum #3 0x0>0x1`,
  ]);
});

test('no draft costs more than the key tool signs for', () => {
  const holdings = [hold(treasury, 'ETH@ethereum', 10n ** 20n), hold(first, 'USDT@ethereum', 500n)];
  const refunds = [{ id: idFor<RefundId>('r'), asset: 'ETH@ethereum', amount: 1_000n }];
  const most = mostEvmFee('ethereum');
  const dear = draft(holdings, { refunds, maxFeePerGas: most / TOKEN + 1n });
  expect(lines(dear)).toEqual(['2 refund 1000 ETH@ethereum #7 0x1>0xp']);
  expect(draft(holdings, { refunds, maxFeePerGas: most / (2n * PAYMENT) + 1n }).transactions).toEqual([]);
  expect(draft(holdings, { maxFeePerGas: most / PAYMENT + 1n })).toMatchObject({
    transactions: [],
    notes: [expect.stringMatching(/Please wait/)],
  });
});

test('the treasury pays gas as far as it has it, and what it can’t do is reported', () => {
  const made = draft([
    hold(treasury, 'ETH@ethereum', 900_000n),
    hold(first, 'USDT@ethereum', 500n),
    hold(second, 'USDT@ethereum', 500n),
  ]);
  expect(lines(made)).toEqual(['0 gas 600000 ETH@ethereum #7 0x1>0x0', '1 sweep 500 USDT@ethereum #2 0x0>0x1']);
  expect(made.notes).toEqual([
    // 810,000 wei for the second one, less 90,000 that the first one leaves.
    expect.stringMatching(/^Put at least 0\.00000000000072 ETH into the treasury .*: one address is not swept/),
    expect.stringMatching(/lacks ETH for their gas/),
  ]);
});

test('coins that are not worth their fee, and a token whose contract does not answer, stay', () => {
  const made = draft([
    hold(first, 'USDT@ethereum', 99n),
    hold(second, 'DAI@ethereum', 500n),
    hold(second, 'ETH@ethereum', 210_099n),
  ]);
  expect(lines(made)).toEqual([]);
  expect(made.notes).toEqual([expect.stringMatching(/^DAI@ethereum at .* left there/)]);
});

test("a refund of the network's own coin has the gas that its payee takes; one whose payee refuses it is left out", () => {
  const refunds = [
    { id: idFor<RefundId>('refuses'), asset: 'ETH@ethereum', amount: 1_000n },
    { id: idFor<RefundId>('contract'), asset: 'ETH@ethereum', amount: 1_000n },
  ];
  const made = draft([hold(treasury, 'ETH@ethereum', 10n ** 7n)], { refunds });
  expect(made.transactions).toMatchObject([{ refundId: 'contract', gas: 2n * PAYMENT }]);
  expect(made.notes).toEqual([expect.stringMatching(/^The refund refuses is not in the plan/)]);
});

test('refunds are paid from what the treasury has and gets, and no coin is promised twice', () => {
  const refunds = [
    { id: idFor<RefundId>('a'), asset: 'USDT@ethereum', amount: 500n },
    { id: idFor<RefundId>('b'), asset: 'USDT@ethereum', amount: 101n },
    { id: idFor<RefundId>('c'), asset: 'ETH@ethereum', amount: 1_000n },
  ];
  const made = draft(
    [
      hold(treasury, 'ETH@ethereum', 10n ** 7n),
      hold(treasury, 'USDT@ethereum', 100n),
      hold(first, 'USDT@ethereum', 500n),
    ],
    { refunds },
  );
  expect(lines(made).slice(2)).toEqual([
    '2 refund 500 USDT@ethereum #8 0x1>0xp',
    '2 refund 1000 ETH@ethereum #9 0x1>0xp',
  ]);
  expect(made.notes).toEqual([expect.stringMatching(/^The refund b is not in the plan/)]);
  expect(lines(draft([hold(first, 'ETH@ethereum', 10n ** 7n)], { refunds, isSweep: false }))).toEqual([]);
});
