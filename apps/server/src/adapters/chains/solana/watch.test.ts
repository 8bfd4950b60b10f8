// Only balance increases of our addresses by a successful transaction, in SOL or exactly our mints, are credited: each
// transfer once, to the lamport.
import { associatedTokenAccount } from '@kobogate/addresses';
import { keyOf, makeTransaction, PAYER, type TestTransaction } from '@kobogate/testkit/chains/solana/node.ts';
import {
  createTestSolana,
  payCoins,
  payTokens,
  type TestSolana,
  USDC,
  USDT,
} from '@kobogate/testkit/chains/solana/solana.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
let solana: TestSolana;

beforeAll(async () => {
  solana = await createTestSolana(1);
  solana.node.mine(5);
  await solana.watchAll();
});
afterAll(() => solana.stop());

async function see(...transactions: readonly TestTransaction[]): Promise<void> {
  solana.node.extend(transactions);
  await solana.watchAll();
}

test('[H-2] a payment of SOL in a final block is credited to the lamport, under its signature, account and coin', async () => {
  const { userId, address } = await solana.createUser('SOL');
  const paid = payCoins(address, 1_234_567_891);
  await see(paid);
  expect(await solana.balanceOf(userId, 'SOL')).toBe(1_234_567_891n);
  expect(await solana.deposits(userId)).toMatchObject([
    { identity: `${paid.signature}:${address}:native`, status: 'confirmed', senders: [PAYER] },
  ]);
  await see(payCoins(address, 9, 1_234_567_891));
  expect(await solana.balanceOf(userId, 'SOL')).toBe(1_234_567_900n);
});

test('[H-2] a payment of a token is credited from its associated account, the one that makes the account and later ones', async () => {
  const { userId, address } = await solana.createUser('USDC');
  const first = payTokens(address, USDC, 25_000_001n);
  await see(first, payTokens(address, USDC, 18_446_744_073_684_551_614n, 25_000_001n));
  expect(await solana.balanceOf(userId, 'USDC')).toBe(18_446_744_073_709_551_615n);
  expect((await solana.deposits(userId))[0]?.identity).toBe(
    `${first.signature}:${associatedTokenAccount(address, USDC)}:${USDC}`,
  );
});

test('[D5] SOL and two tokens to one address in one transaction are three deposits, however often they are looked at', async () => {
  const { userId, address } = await solana.createUser('SOL');
  const accounts = [
    { address, before: 5, after: 12 },
    { address: associatedTokenAccount(address, USDC) },
    { address: associatedTokenAccount(address, USDT) },
  ];
  const tokens = [
    { at: 2, mint: USDC, owner: address, after: '3' },
    { at: 3, mint: USDT, owner: address, before: '10', after: '14' },
  ];
  await see(makeTransaction(accounts, { tokens }));
  await solana.watchAll();
  expect(await solana.deposits(userId)).toHaveLength(3);
  const balances = await Promise.all(['SOL', 'USDC', 'USDT'].map((coin) => solana.balanceOf(userId, coin)));
  expect(balances).toEqual([7n, 3n, 4n]);
});

test('confirmations count slots, skipped ones too, and a policy of several waits for them', async () => {
  const careful = await createTestSolana(3);
  await careful.watchAll();
  const { userId, address } = await careful.createUser('SOL');
  careful.node.extend([payCoins(address, 7)]);
  await careful.watchAll();
  expect(await careful.deposits(userId)).toMatchObject([{ status: 'seen' }]);
  careful.node.extend([], 1);
  await careful.watchAll();
  expect(await careful.balanceOf(userId, 'SOL')).toBe(7n);
  await careful.stop();
});

test('a payment between skipped slots is found, wherever a step of the watcher begins or ends', async () => {
  const { userId, address } = await solana.createUser('SOL');
  for (const skipped of [0, 1, 19, 20, 21, 45, 2]) solana.node.extend([payCoins(address, 1, skipped)], skipped);
  await solana.watchAll();
  expect(await solana.balanceOf(userId, 'SOL')).toBe(7n);
  const blocks = await solana.blocks();
  expect(blocks.at(-1)).toMatchObject({ height: BigInt(solana.node.slot()) });
});

// Transactions that look like a payment and are none. `address` is ours, `stranger` is not.
const stranger = keyOf('a stranger');
const ata = associatedTokenAccount;
const forgeries: [string, (address: string) => TestTransaction][] = [
  [
    '[D8] a failed transaction of SOL',
    (address) =>
      makeTransaction([{ address, before: 0, after: 5_000 }], { err: { InstructionError: [0, { Custom: 1 }] } }),
  ],
  [
    '[D8] a failed transaction of a token',
    (address) =>
      makeTransaction([{ address: ata(address, USDC) }], {
        tokens: [{ at: 1, mint: USDC, owner: address, after: '7' }],
        err: 'InsufficientFundsForFee',
      }),
  ],
  ['[D4] a transaction that leaves everything as it was', (address) => payCoins(address, 0, 500)],
  ['[D4] a token transfer of nothing', (address) => payTokens(address, USDC, 0n, 9n)],
  ['[D4] an empty token account made for us', (address) => payTokens(address, USDT, 0n)],
  ['less than there was', (address) => payCoins(address, -100, 500)],
  ['[D3] another mint', (address) => payTokens(address, keyOf('a fake USDC'), 1_000_000n)],
  ['[D3] wrapped SOL', (address) => payTokens(address, WRAPPED_SOL, 1_000_000_000n)],
  [
    '[D3] a mint that differs in the case of one letter',
    (address) => payTokens(address, `${USDC.slice(0, -1)}V`, 1_000_000n),
  ],
  [
    '[D3] another account than the derived one that says it is ours',
    (address) =>
      makeTransaction([{ address: keyOf('some account') }], {
        tokens: [{ at: 1, mint: USDC, owner: address, after: '1000000' }],
      }),
  ],
  [
    '[D3] our account for another mint',
    (address) =>
      makeTransaction([{ address: ata(address, USDT) }], {
        tokens: [{ at: 1, mint: USDC, owner: address, after: '1000000' }],
      }),
  ],
  [
    '[D3] our derived account under another owner',
    (address) =>
      makeTransaction([{ address: ata(address, USDC) }], {
        tokens: [{ at: 1, mint: USDC, owner: stranger, after: '1000000' }],
      }),
  ],
  [
    'a token account’s lamports for its rent',
    (address) => makeTransaction([{ address: ata(address, USDC), before: 0, after: 2_039_280 }]),
  ],
  [
    'the rent that comes back to us when our own key closes an account',
    (address) => makeTransaction([{ address, isSigner: true, before: 10, after: 2_039_290 }]),
  ],
  [
    'tokens that our own key moves back and forth',
    (address) =>
      makeTransaction([{ address, isSigner: true }, { address: ata(address, USDC) }], {
        tokens: [{ at: 2, mint: USDC, owner: address, before: '5', after: '8' }],
      }),
  ],
  ['[D4] a payment to an address that only looks like ours', (address) => payCoins(lookAlike(address), 5_000)],
];

function lookAlike(address: string): string {
  return `${address.slice(0, 6)}${keyOf(address).slice(6, -6)}${address.slice(-6)}`;
}

test.each(forgeries)('nothing is credited for %s', async (_, forge) => {
  const { userId, address } = await solana.createUser('USDC');
  await see(forge(address));
  expect(await solana.deposits(userId)).toEqual([]);
});

test('[D5] one transaction in two blocks is refused: a replay is not a second payment', async () => {
  const { userId, address } = await solana.createUser('SOL');
  const paid = payCoins(address, 50);
  await see(paid);
  solana.node.extend([paid]);
  await expect(solana.watchAll()).rejects.toThrow('two blocks at once');
  expect(await solana.balanceOf(userId, 'SOL')).toBe(50n);
  solana.node.cut(1);
  solana.node.extend([]);
  await solana.watchAll();
  expect(await solana.balanceOf(userId, 'SOL')).toBe(50n);
});
