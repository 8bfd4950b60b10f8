// Only DOT that really arrived in one of our accounts, in a final block, is credited: each event once, to the planck.
import { checkAddress, polkadotAddress } from '@kobogate/addresses';
import { hashExtrinsic } from '@kobogate/substrate';
import {
  createRuntime,
  EVENTS,
  inExtrinsic,
  outsideExtrinsics,
  PALLETS,
} from '@kobogate/testkit/chains/polkadot/node.ts';
import {
  createTestPolkadot,
  STRANGER,
  succeeded,
  type TestPolkadot,
} from '@kobogate/testkit/chains/polkadot/polkadot.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const NEEDED = 2;
let polkadot: TestPolkadot;

beforeAll(async () => {
  polkadot = await createTestPolkadot(NEEDED);
  polkadot.node.mine(30);
  polkadot.node.finaliseAll();
  await polkadot.watchAll();
});
afterAll(() => polkadot.stop());

/** Makes everything final, with enough blocks on top, and watches. */
async function settle(): Promise<void> {
  polkadot.node.mine(NEEDED);
  polkadot.node.finaliseAll();
  await polkadot.watchAll();
}

test('[H-2] a payment is seen in its final block, counted, and credited to the planck', async () => {
  const { userId, address } = await polkadot.createUser();
  const { node } = polkadot;
  node.extend([succeeded(EVENTS.transfer(STRANGER, address, 12_345_678_901_234_567_890n))]);
  const { hash, extrinsics } = node.chain.best();
  await polkadot.watchAll();
  expect(await polkadot.deposits(userId)).toEqual([]);
  node.finaliseAll();
  await polkadot.watchAll();
  expect(await polkadot.deposits(userId)).toMatchObject([
    {
      // The first event is the block's own time.
      identity: `${hash}:1`,
      transaction: hashExtrinsic(extrinsics.at(-1) ?? new Uint8Array()),
      status: 'seen',
      seen_at: new Date(1_700_000_000_000 + 30 * 6_000),
    },
  ]);
  expect(await polkadot.balanceOf(userId)).toBe(0n);
  await settle();
  expect(await polkadot.balanceOf(userId)).toBe(12_345_678_901_234_567_890n);
  expect(await polkadot.deposits(userId)).toMatchObject([{ status: 'confirmed' }]);
});

test('[D5] every transfer of a batch counts once, however often it is looked at', async () => {
  const { userId, address } = await polkadot.createUser();
  polkadot.node.extend([
    succeeded(EVENTS.transfer(STRANGER, STRANGER, 1n)),
    succeeded(
      EVENTS.transfer(STRANGER, address, 30n),
      EVENTS.transfer(STRANGER, address, 30n),
      EVENTS.transfer(STRANGER, STRANGER, 7n),
      EVENTS.batchCompleted(),
    ),
  ]);
  const { hash } = polkadot.node.chain.best();
  await settle();
  await polkadot.watchAll();
  expect(await polkadot.deposits(userId)).toMatchObject([{ identity: `${hash}:3` }, { identity: `${hash}:4` }]);
  expect(await polkadot.balanceOf(userId)).toBe(60n);
});

test('coins that arrive from another chain, outside any extrinsic, are credited by their block', async () => {
  const { userId, address } = await polkadot.createUser();
  polkadot.node.extend(
    [],
    [
      ...outsideExtrinsics('Initialization', EVENTS.minted(address, 40n)),
      ...outsideExtrinsics('Finalization', EVENTS.transfer(STRANGER, address, 2n)),
    ],
  );
  const { hash } = polkadot.node.chain.best();
  await settle();
  expect(await polkadot.balanceOf(userId)).toBe(42n);
  expect(await polkadot.deposits(userId)).toMatchObject([{ transaction: hash }, { transaction: hash }]);
});

test('[K1] [D14] DOT and dollars that arrive from another chain by deposit are credited, each once', async () => {
  const { userId, address } = await polkadot.createUser();
  const message = (id: number) => EVENTS.messageProcessed(`0x${'0'.repeat(62)}${id + 10}`, 2034);
  polkadot.node.extend(
    [
      // An XCM program that a stranger has carried out here: the fee's rest goes back to the stranger.
      succeeded(
        EVENTS.withdraw(STRANGER, 90n),
        EVENTS.deposit(address, 1_000n),
        EVENTS.deposit(STRANGER, 3n),
        EVENTS.feePaid(STRANGER, 6n),
      ),
    ],
    [
      ...outsideExtrinsics(
        'Initialization',
        EVENTS.newAccount(address),
        EVENTS.endowed(address, 40n),
        EVENTS.deposit(address, 40n),
        EVENTS.deposit(STRANGER, 2n),
        message(1),
        // The same amount again, by another message.
        EVENTS.deposit(address, 40n),
        message(2),
        EVENTS.tokenDeposited(1984, address, 7_000_000n),
        message(3),
      ),
      // A runtime that writes both events of one movement.
      ...outsideExtrinsics('Finalization', EVENTS.minted(address, 500n), EVENTS.deposit(address, 500n), message(4)),
      ...outsideExtrinsics('Finalization', EVENTS.deposit(address, 9n), EVENTS.issued(9n), EVENTS.minted(address, 9n)),
    ],
  );
  await settle();
  await polkadot.watchAll();
  const found = (await polkadot.deposits(userId)).map(({ asset, amount }) => `${asset} ${amount}`).toSorted();
  expect(found).toEqual([
    'DOT@polkadot 1000',
    'DOT@polkadot 40',
    'DOT@polkadot 40',
    'DOT@polkadot 500',
    'DOT@polkadot 9',
    'USDT@polkadot 7000000',
  ]);
  expect(await polkadot.balanceOf(userId)).toBe(1_589n);
});

test('[D8] a payment in a failed extrinsic is not credited', async () => {
  const { userId, address } = await polkadot.createUser();
  polkadot.node.extend([[EVENTS.transfer(STRANGER, address, 9n), EVENTS.minted(address, 9n), EVENTS.failed()]]);
  await settle();
  expect(await polkadot.deposits(userId)).toEqual([]);
});

test('[D3] an unknown token, and coins that only look like a payment, are not credited', async () => {
  const { userId, address } = await polkadot.createUser();
  polkadot.node.extend([
    succeeded(EVENTS.tokenTransferred(1985, STRANGER, address, 9n), EVENTS.tokenIssued(19, address, 9n)),
    succeeded(EVENTS.endowed(address, 9n), EVENTS.newAccount(address)),
    // A fee is taken and its rest refunded: no payment was made.
    succeeded(EVENTS.withdraw(address, 9n), EVENTS.deposit(address, 4n)),
    // Coins that leave us.
    succeeded(EVENTS.transfer(address, STRANGER, 9n)),
    // Coins that go nowhere.
    succeeded(EVENTS.transfer(address, address, 9n)),
  ]);
  await settle();
  expect(await polkadot.deposits(userId)).toEqual([]);
});

test('[D10] dollars on Asset Hub, which are not on offer, are kept for their sender, and are not counted as DOT', async () => {
  const { userId, address } = await polkadot.createUser();
  polkadot.node.extend([
    succeeded(EVENTS.tokenTransferred(1984, STRANGER, address, 25_000_000n)),
    succeeded(EVENTS.tokenIssued(1337, address, 30_000_000n)),
  ]);
  await settle();
  const found = (await polkadot.deposits(userId)).map(({ asset, amount }) => [asset, amount.toString()]);
  expect(found).toEqual([
    ['USDT@polkadot', '25000000'],
    ['USDC@polkadot', '30000000'],
  ]);
  expect(await polkadot.balanceOf(userId)).toBe(0n);
});

test('[D4] a transfer of zero, and one to an account that only begins like ours, change nothing', async () => {
  const { userId, address } = await polkadot.createUser();
  const checked = checkAddress('polkadot', address, 'Polkadot');
  const ours = Buffer.from('addressKey' in checked ? checked.addressKey : '', 'hex');
  const lookAlike = polkadotAddress(Buffer.concat([ours.subarray(0, 30), Buffer.from([1, 2])])).address;
  polkadot.node.extend([
    succeeded(EVENTS.transfer(STRANGER, address, 0n), EVENTS.minted(address, 0n)),
    succeeded(EVENTS.transfer(STRANGER, lookAlike, 8n)),
  ]);
  await settle();
  expect(await polkadot.deposits(userId)).toEqual([]);
});

test('a block that is not final yet does not count: it may still be replaced', async () => {
  const { node } = polkadot;
  const { chain } = polkadot.watchAt(node.url);
  node.mine(2);
  const final = BigInt(node.chain.finalised().header.number);
  expect((await chain.look(final + 1n)).head.height).toBe(final);
  const [last, next] = await chain.headers([final, final + 1n]);
  expect([last?.height, next]).toEqual([final, null]);
  await expect(chain.scan(final, final + 1n, () => Promise.resolve(new Set()))).rejects.toThrow('does not give');
});

test('an upgraded runtime is read by its own metadata, and the block that upgrades by the one before', async () => {
  const { userId, address } = await polkadot.createUser();
  const { node } = polkadot;
  // The indices of two pallets are exchanged: with the wrong metadata, a token would be read as DOT.
  const moved = createRuntime(2, { ...PALLETS, Balances: PALLETS.Assets, Assets: PALLETS.Balances });
  const pay = (amount: bigint) => succeeded(EVENTS.transfer(STRANGER, address, amount));
  node.extend([pay(100n)]);
  node.extend([pay(20n)], inExtrinsic(1, EVENTS.codeUpdated()), moved);
  node.extend([pay(3n), succeeded(EVENTS.tokenTransferred(1, STRANGER, address, 1_000n))]);
  await settle();
  expect(await polkadot.balanceOf(userId)).toBe(123n);
});

test('twenty thousand events in one block are read whole', async () => {
  const { userId, address } = await polkadot.createUser();
  const noise = Array.from({ length: 20_000 }, () => EVENTS.transfer(STRANGER, STRANGER, 1n));
  polkadot.node.extend([succeeded(...noise), succeeded(EVENTS.transfer(STRANGER, address, 5n))]);
  await settle();
  expect(await polkadot.balanceOf(userId)).toBe(5n);
});
