// A plan on Solana gives each transaction its own nonce, has the treasury pay all fees, never promises more than there
// is, and reports what can't be moved safely and leaves it where it is.
import { findAsset, type RefundId } from '@kobogate/contract';
import { TOKEN_ACCOUNT_RENT } from '@kobogate/plans';
import { keyOf } from '@kobogate/testkit/chains/solana/node.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import type { DueRefund, OwnAddress } from '../../../custody/index.ts';
import { draftSpending } from './draft-spending.ts';
import type { Facts, Held, Payee } from './facts.ts';

const own = (chain: 0 | 1, index: number): OwnAddress => {
  const address = keyOf(`${chain} ${index}`);
  return { chain, index, address, addressKey: address };
};
const treasury = own(1, 0);
const PAYEE = keyOf('payee');
const USDC = findAsset('USDC', 'solana')?.contract ?? '';
const LEAST = 890_880n;
/** Two signatures, and the priority fee of 100,000 units at the price of these facts. */
const SWEEP = 11_000n;
const REFUND = 6_000n;
const held = (address: OwnAddress, asset: 'SOL' | 'USDC' | 'USDT', amount: bigint, isFrozen = false): Held => ({
  address,
  asset: `${asset}@solana`,
  amount,
  isFrozen,
});
const payees = (account: Payee['account'], mints: string[] = []) =>
  new Map([[PAYEE, { account, mints: new Set(mints) }]]);
const refund = (id: RefundId, asset: string, amount: bigint): DueRefund => ({ id, asset, amount, address: PAYEE });

const FACTS: Facts = {
  holdings: [],
  nonces: Array.from({ length: 9 }, (_, at) => ({ account: keyOf(`nonce ${at}`), value: keyOf(`value ${at}`) })),
  mints: new Set([USDC]),
  emptied: [],
  payees: payees('wallet', [USDC]),
  unitPrice: 10_000n,
  leastLamports: LEAST,
};
const draft = (facts: Partial<Facts>, refunds: readonly DueRefund[] = [], isSweep = true) =>
  draftSpending({ ...FACTS, ...facts }, { treasury, deposits: [], refunds, isSweep, leastOf: () => 1_000n });

test('without nonces nothing is planned, and the command that makes some is named', () => {
  const { transactions, notes } = draft({ nonces: [], holdings: [held(own(0, 1), 'SOL', 10n ** 9n)] });
  expect(transactions).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('npm run ops -- treasury nonces solana')]);
});

test('sweeps leave what lets an account of SOL live, and take tokens whole; each has its nonce, the treasury pays', () => {
  const { transactions, notes } = draft({
    holdings: [
      held(treasury, 'SOL', LEAST + 3n * SWEEP),
      held(own(0, 1), 'SOL', 10n ** 9n),
      held(own(0, 1), 'USDC', 25_000_000n),
      held(own(0, 2), 'SOL', LEAST + 999n),
      held(own(0, 3), 'USDC', 999n),
    ],
  });
  expect(notes).toEqual([]);
  expect(transactions).toMatchObject([
    { asset: 'SOL@solana', amount: 10n ** 9n - LEAST, from: { chain: 0, index: 1 }, payee: treasury.address, stage: 0 },
    { asset: 'USDC@solana', amount: 25_000_000n, opensAccount: false, payer: { address: treasury.address } },
  ]);
  const dates = transactions.map((planned) =>
    planned.kind === 'solana' ? `${planned.nonceAccount} ${planned.nonce}` : '',
  );
  expect(dates).toEqual([0, 1].map((at) => `${keyOf(`nonce ${at}`)} ${keyOf(`value ${at}`)}`));
});

test('the rent of the treasury’s own account is counted once, whichever sweep opens it', () => {
  const holdings = [held(own(0, 1), 'USDC', 5_000_000n), held(own(0, 2), 'USDC', 4_000_000n)];
  const withCoins = (coins: bigint) =>
    draft({ mints: new Set(), holdings: [held(treasury, 'SOL', LEAST + coins), ...holdings] });
  const enough = withCoins(TOKEN_ACCOUNT_RENT + 2n * SWEEP);
  expect(enough.transactions).toMatchObject([{ opensAccount: true }, { opensAccount: true }]);
  const short = withCoins(TOKEN_ACCOUNT_RENT + 2n * SWEEP - 1n);
  expect(short.transactions).toHaveLength(1);
  expect(short.notes).toEqual([expect.stringMatching(/USDC@solana at \w+ was left there: .* lacks SOL/)]);
});

test('what its issuer has frozen stays, here and at the treasury', () => {
  const holdings = [
    held(treasury, 'SOL', 10n ** 9n),
    held(treasury, 'USDC', 50_000_000n, true),
    held(own(0, 1), 'USDC', 25_000_000n, true),
  ];
  const { transactions, notes } = draft({ holdings }, [refund(idFor<RefundId>('r'), 'USDC@solana', 1_000_000n)]);
  expect(transactions).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/frozen/), expect.stringMatching(/refund r .* lacks USDC/)]);
});

test('refunds follow the sweeps that bring their coins, and open the payee’s account where it is missing, which is reported', () => {
  const holdings = [held(treasury, 'SOL', 10n ** 9n), held(own(0, 1), 'USDC', 25_000_000n)];
  const refunds = [
    refund(idFor<RefundId>('a'), 'USDC@solana', 20_000_000n),
    refund(idFor<RefundId>('b'), 'USDC@solana', 5_000_001n),
  ];
  const { transactions, notes } = draft({ holdings, payees: payees('wallet') }, refunds);
  expect(transactions).toMatchObject([
    { purpose: 'sweep', stage: 0 },
    { purpose: 'refund', stage: 1, refundId: 'a', payee: PAYEE, opensAccount: true, from: { chain: 1 } },
  ]);
  expect(notes).toEqual([
    expect.stringMatching(/refund a opens a token account .* 0\.00203928 SOL/),
    expect.stringMatching(/refund b .* lacks USDC/),
  ]);
  // Its owner may close it before the plan is sent, so opening it is part of the plan even where it is open.
  expect(draft({ holdings }, refunds).transactions).toMatchObject([{}, { opensAccount: true }]);
});

test('a refund of SOL leaves the treasury alive and able to pay for it', () => {
  const holdings = [held(treasury, 'SOL', LEAST + 5_000_000n + REFUND)];
  expect(draft({ holdings }, [refund(idFor<RefundId>('fits'), 'SOL@solana', 5_000_000n)]).transactions).toMatchObject([
    { refundId: 'fits' },
  ]);
  const { notes } = draft({ holdings }, [refund(idFor<RefundId>('large'), 'SOL@solana', 5_000_001n)]);
  expect(notes).toEqual([expect.stringMatching(/large .* lacks SOL/)]);
});

test.each<[string, ReadonlyMap<string, Payee>, DueRefund, RegExp]>([
  [
    'too little for a new account',
    payees('none'),
    refund(idFor<RefundId>('r'), 'SOL@solana', LEAST - 1n),
    /at least 0\.00089088 SOL/,
  ],
  [
    'an address that is a program’s account',
    payees('other'),
    refund(idFor<RefundId>('r'), 'USDC@solana', 1n),
    /no wallet/,
  ],
])('%s is left out, to be declined', (_name, given, due, words) => {
  const holdings = [held(treasury, 'SOL', 10n ** 10n), held(treasury, 'USDC', 10n ** 10n)];
  const { transactions, notes } = draft({ holdings, payees: given }, [due]);
  expect(transactions).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(words)]);
});

test('where nonces are few, sweeps of what refunds need come first, refunds get some, and what is left is told', () => {
  const holdings = [
    held(treasury, 'SOL', 10n ** 9n),
    held(own(0, 1), 'USDT', 90_000_000n),
    held(own(0, 2), 'USDC', 20_000_000n),
    held(own(0, 3), 'USDC', 30_000_000n),
  ];
  const refunds = [
    refund(idFor<RefundId>('a'), 'USDC@solana', 1_000_000n),
    refund(idFor<RefundId>('b'), 'USDC@solana', 1_000_000n),
  ];
  const { transactions, notes } = draft({ holdings, nonces: FACTS.nonces.slice(0, 3) }, refunds);
  expect(transactions).toMatchObject([
    { asset: 'USDC@solana', amount: 30_000_000n },
    { asset: 'USDC@solana', amount: 20_000_000n },
    { refundId: 'a' },
  ]);
  expect(notes).toEqual([expect.stringMatching(/^2 more wait for the next plan: .* there are 3\./)]);
});

test('without a sweep only refunds are planned', () => {
  const holdings = [held(treasury, 'SOL', 10n ** 10n), held(own(0, 1), 'SOL', 10n ** 9n)];
  expect(
    draft({ holdings }, [refund(idFor<RefundId>('r'), 'SOL@solana', 10n ** 9n)], false).transactions,
  ).toMatchObject([{ refundId: 'r' }]);
});

test('an emptied token account is closed with a nonce that nothing else needs, and its rent is the treasury’s', () => {
  const empty = { address: own(0, 4), asset: 'USDC@solana', lamports: TOKEN_ACCOUNT_RENT };
  const rich = held(treasury, 'SOL', 10n ** 9n);
  const sweep = held(own(0, 1), 'USDC', 25_000_000n);
  const { transactions, notes } = draft({ holdings: [rich, sweep], emptied: [empty] });
  expect(transactions).toMatchObject([
    {
      purpose: 'close',
      asset: 'SOL@solana',
      amount: TOKEN_ACCOUNT_RENT,
      closes: 'USDC@solana',
      payee: treasury.address,
    },
    { purpose: 'sweep', asset: 'USDC@solana' },
  ]);
  expect(notes).toEqual(['An emptied token account is closed: 0.00203928 SOL of rent come back to the treasury.']);
  const purposes = (facts: Partial<Facts>, isSweep = true) =>
    draft({ holdings: [rich, sweep], emptied: [empty], ...facts }, [], isSweep).transactions.map((planned) =>
      planned.kind === 'solana' ? planned.purpose : null,
    );
  expect(purposes({ nonces: FACTS.nonces.slice(0, 1) })).toEqual(['sweep']);
  expect(purposes({}, false)).toEqual([]);
  // A treasury that can't pay for it, and one that gives back less than twice its cost, wait.
  expect(purposes({ holdings: [held(treasury, 'SOL', LEAST + SWEEP), sweep] })).toEqual(['sweep']);
  expect(purposes({ emptied: [{ ...empty, lamports: 2n * SWEEP - 1n }] })).toEqual(['sweep']);
});
