// Only outputs in blocks that lock real bitcoins to one of our scripts are credited, each once, to the satoshi.
import { bitcoinAddress } from '@kobogate/addresses';
import { createTestBitcoin, type TestBitcoin } from '@kobogate/testkit/chains/bitcoin/bitcoin.ts';
import { makeTransaction } from '@kobogate/testkit/chains/bitcoin/node.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const NEEDED = 3;
const STRANGER = `0014${'11'.repeat(20)}`;
let bitcoin: TestBitcoin;

beforeAll(async () => {
  bitcoin = await createTestBitcoin(NEEDED);
  bitcoin.node.mine(30);
  await bitcoin.watchAll();
});
afterAll(() => bitcoin.stop());

test('[H-2] a payment is seen in its block, counted, and credited to the satoshi when it is final', async () => {
  const { userId, script } = await bitcoin.createUser();
  const paid = makeTransaction([{ script, amount: 2_099_999_999_999_999n }]);
  bitcoin.node.extend([paid]);
  const states: string[] = [];
  for (let block = 1; block <= NEEDED; block += 1) {
    await bitcoin.watchAll();
    states.push((await bitcoin.deposits(userId))[0]?.status ?? '');
    expect(await bitcoin.balanceOf(userId)).toBe(block < NEEDED ? 0n : 2_099_999_999_999_999n);
    bitcoin.node.mine(1);
  }
  expect(states).toEqual(['seen', 'confirming', 'confirmed']);
  // The hash of the key in its witness.
  const sender = bitcoinAddress(Buffer.alloc(33, 2), 'segwit').addressKey;
  expect(await bitcoin.deposits(userId)).toMatchObject([{ identity: `${paid.id}:0`, senders: [sender] }]);
});

test('[D4] an output of zero, and one to a script that only begins like ours, change nothing', async () => {
  const { userId, script } = await bitcoin.createUser();
  const lookAlike = `${script.slice(0, 12)}${'ab'.repeat(13)}${script.slice(38)}`;
  bitcoin.node.extend([
    makeTransaction([
      { script, amount: 0n },
      { script: lookAlike, amount: 7n },
      { script: `6a${script}`, amount: 8n },
    ]),
  ]);
  bitcoin.node.mine(NEEDED);
  await bitcoin.watchAll();
  expect(await bitcoin.deposits(userId)).toEqual([]);
});

test('[D5] several outputs to us in one transaction are each credited once, however often they are looked at', async () => {
  const { userId, script } = await bitcoin.createUser();
  const paid = makeTransaction(
    [
      { script: STRANGER, amount: 5n },
      { script, amount: 30n },
      { script, amount: 30n },
    ],
    { hasWitness: false },
  );
  bitcoin.node.extend([makeTransaction([{ script: STRANGER, amount: 1n }]), paid]);
  bitcoin.node.mine(NEEDED);
  await bitcoin.watchAll();
  await bitcoin.watchAll();
  expect(await bitcoin.deposits(userId)).toMatchObject([{ identity: `${paid.id}:1` }, { identity: `${paid.id}:2` }]);
  expect(await bitcoin.balanceOf(userId)).toBe(60n);
});

test('a miner’s new coins are credited when they can be spent, and not before', async () => {
  const { userId, script } = await bitcoin.createUser();
  bitcoin.node.extend([], [{ script, amount: 312_500_000n }]);
  bitcoin.node.mine(98);
  await bitcoin.watchAll();
  expect(await bitcoin.balanceOf(userId)).toBe(0n);
  expect(await bitcoin.deposits(userId)).toMatchObject([{ confirmations_needed: 100, status: 'confirming' }]);
  bitcoin.node.mine(1);
  await bitcoin.watchAll();
  expect(await bitcoin.balanceOf(userId)).toBe(312_500_000n);
});

test('a block with more transactions than one byte counts is read whole', async () => {
  const { userId, script } = await bitcoin.createUser();
  const others = Array.from({ length: 300 }, () => makeTransaction([{ script: STRANGER, amount: 1n }]));
  bitcoin.node.extend([...others, makeTransaction([{ script, amount: 42n }])]);
  bitcoin.node.mine(NEEDED);
  await bitcoin.watchAll();
  expect(await bitcoin.balanceOf(userId)).toBe(42n);
});

test('the sender of a taproot payment, which inputs do not show, is known as far as the node tells', async () => {
  const { userId, script } = await bitcoin.createUser();
  const known = `5120${'ab'.repeat(32)}`;
  for (const shown of [known, null, 'not a script']) {
    bitcoin.node.showSpent(shown);
    bitcoin.node.extend([makeTransaction([{ script, amount: 5n }], { isTaproot: true })]);
    await bitcoin.watchAll();
  }
  const deposits = await bitcoin.deposits(userId);
  expect(deposits.map(({ senders }) => senders)).toEqual([[known], [], []]);
});
