// A node passes on only what the coins' owner signed.
import { expect, test } from 'vitest';
import { acceptTransaction } from './accept.ts';
import { createState, MATURITY } from './state.ts';
import { FAUCET_SCRIPT, signPayment } from './transactions.ts';

function createScene() {
  const state = createState();
  for (let time = 1; time <= MATURITY + 2; time += 1) state.mine(time, []);
  const ripe = [...state.coins.values()].filter(({ height, amount }) => height === 1 && amount > 0n);
  const young = [...state.coins.values()].filter(({ height, amount }) => height === MATURITY && amount > 0n);
  const pay = (amount: bigint, coins = ripe, fee = 1_000n) =>
    signPayment(coins, [{ script: FAUCET_SCRIPT, amount }], fee).raw;
  return { state, pay, young };
}

test('a payment that its coins’ owner signed is taken, once', () => {
  const { state, pay } = createScene();
  const { transaction } = acceptTransaction(state, pay(5_000n));
  state.wait(transaction);
  expect(() => acceptTransaction(state, pay(5_000n))).toThrow('txn-already-in-mempool');
  expect(() => acceptTransaction(state, pay(6_000n))).toThrow('insufficient fee');
  state.mine(1_000, state.waiting);
  expect(() => acceptTransaction(state, pay(6_000n))).toThrow('inputs-missingorspent');
});

test('[D7] a waiting one is replaced by one that spends its coins and pays the miner more, plus its own relay fee', () => {
  const { state, pay } = createScene();
  const { transaction } = acceptTransaction(state, pay(5_000n));
  state.wait(transaction);
  expect(() => acceptTransaction(state, pay(5_000n, undefined, 1_100n))).toThrow('insufficient fee');
  expect(acceptTransaction(state, pay(5_000n, undefined, 1_200n)).replaces).toEqual([transaction]);
});

test.each<[string, (scene: ReturnType<typeof createScene>) => string, string]>([
  ['bytes that are none', () => '00', 'TX decode failed'],
  [
    'another amount than was signed',
    ({ pay }) => pay(5_000n).replace('8813000000000000', '8913000000000000'),
    'script-verify',
  ],
  ['dust', ({ pay }) => pay(293n), 'dust'],
  ['a fee of next to nothing', ({ pay }) => pay(5_000n, undefined, 10n), 'min relay fee'],
  ['coins that were just mined', ({ pay, young }) => pay(5_000n, young), 'premature'],
])('%s is refused', (_name, make, words) => {
  const scene = createScene();
  expect(() => acceptTransaction(scene.state, make(scene))).toThrow(words);
});
