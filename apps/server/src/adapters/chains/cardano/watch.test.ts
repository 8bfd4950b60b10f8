// Only outputs that really moved ADA to one of our addresses are credited, each once, to the lovelace.
import { createTestCardano, type TestCardano } from '@kobogate/testkit/chains/cardano/cardano.ts';
import { makeTransaction } from '@kobogate/testkit/chains/cardano/node.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const NEEDED = 3;
/** CIP-19's own examples: an enterprise address, one with a stake key, and one of the Byron era (Cardano's documentation). */
const STRANGER = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
const WITH_STAKE =
  'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';
let cardano: TestCardano;

beforeAll(async () => {
  cardano = await createTestCardano(NEEDED);
  cardano.node.mine(30);
  await cardano.watchAll();
});
afterAll(() => cardano.stop());

test('[H-2] a payment is seen in its block, counted, and credited to the lovelace when it is final', async () => {
  const { userId, address } = await cardano.createUser();
  const paid = makeTransaction([{ address, lovelace: 44_999_999_999_999_999n }]);
  cardano.node.extend([paid]);
  const states: string[] = [];
  for (let block = 1; block <= NEEDED; block += 1) {
    await cardano.watchAll();
    states.push((await cardano.deposits(userId))[0]?.status ?? '');
    expect(await cardano.balanceOf(userId)).toBe(block < NEEDED ? 0n : 44_999_999_999_999_999n);
    cardano.node.mine(1);
  }
  expect(states).toEqual(['seen', 'confirming', 'confirmed']);
  expect(await cardano.deposits(userId)).toMatchObject([{ identity: `${paid.hash}#0` }]);
  expect([...cardano.node.keys]).toEqual(['mainnetTest']);
});

test('[D3] native tokens in a payment are not counted, the ADA that carries them is', async () => {
  const { userId, address } = await cardano.createUser();
  cardano.node.extend([makeTransaction([{ address, lovelace: 1_200_000n, hasToken: true }])]);
  cardano.node.mine(NEEDED);
  await cardano.watchAll();
  expect(await cardano.balanceOf(userId)).toBe(1_200_000n);
});

test('[D4] an output of zero, and ones to addresses that only look like ours, change nothing', async () => {
  const { userId, address } = await cardano.createUser();
  cardano.node.extend([
    makeTransaction([
      { address, lovelace: 0n },
      { address: WITH_STAKE, lovelace: 7n },
      { address: 'Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi', lovelace: 8n },
    ]),
  ]);
  cardano.node.mine(NEEDED);
  await cardano.watchAll();
  expect(await cardano.deposits(userId)).toEqual([]);
});

test('[D5] several outputs to us in one transaction are each credited once, however often they are looked at', async () => {
  const { userId, address } = await cardano.createUser();
  const paid = makeTransaction(
    [
      { address: STRANGER, lovelace: 5n },
      { address, lovelace: 30n },
      { address, lovelace: 30n },
    ],
    { isList: true },
  );
  cardano.node.extend([makeTransaction([{ address: STRANGER, lovelace: 1n }]), paid]);
  cardano.node.mine(NEEDED);
  await cardano.watchAll();
  await cardano.watchAll();
  expect(await cardano.deposits(userId)).toMatchObject([
    { identity: `${paid.hash}#1` },
    { identity: `${paid.hash}#2` },
  ]);
  expect(await cardano.balanceOf(userId)).toBe(60n);
});

test('[D8] a transaction whose contract failed pays nothing; what it gives back of its collateral counts', async () => {
  const [payee, other] = [await cardano.createUser(), await cardano.createUser()];
  const lost = makeTransaction([{ address: payee.address, lovelace: 9n }], { fails: true });
  const failed = makeTransaction(
    [
      { address: payee.address, lovelace: 11n },
      { address: STRANGER, lovelace: 1n },
    ],
    { fails: true, back: { address: other.address, lovelace: 5_000_000n } },
  );
  cardano.node.extend([lost, failed]);
  cardano.node.mine(NEEDED);
  await cardano.watchAll();
  expect(await cardano.deposits(payee.userId)).toEqual([]);
  expect(await cardano.deposits(other.userId)).toMatchObject([{ identity: `${failed.hash}#2` }]);
  expect(await cardano.balanceOf(other.userId)).toBe(5_000_000n);
});

test('the collateral’s return of a transaction that succeeded is none', async () => {
  const { userId, address } = await cardano.createUser();
  cardano.node.extend([makeTransaction([{ address: STRANGER, lovelace: 2n }], { back: { address, lovelace: 3n } })]);
  cardano.node.mine(NEEDED);
  await cardano.watchAll();
  expect(await cardano.deposits(userId)).toEqual([]);
});

test('a block with more transactions than a page has is read whole', async () => {
  const { userId, address } = await cardano.createUser();
  const others = Array.from({ length: 249 }, () => makeTransaction([{ address: STRANGER, lovelace: 1n }]));
  cardano.node.extend([...others, makeTransaction([{ address, lovelace: 42n }])]);
  cardano.node.extend([...others.slice(0, 99), makeTransaction([{ address, lovelace: 1n }])]);
  cardano.node.mine(NEEDED);
  await cardano.watchAll();
  expect(await cardano.balanceOf(userId)).toBe(43n);
});

test('the sender is the owner of the coins that were spent, not of reference inputs or of an unused collateral', async () => {
  const { userId, address } = await cardano.createUser();
  const input = (owner: string, rest = {}) => ({ address: owner, collateral: false, reference: false, ...rest });
  const inputs = [input(STRANGER), input(WITH_STAKE, { collateral: true }), input(address, { reference: true })];
  cardano.node.extend([makeTransaction([{ address, lovelace: 5_000_000n }], { inputs })]);
  await cardano.watchAll();
  const back = { address, lovelace: 4_000_000n };
  cardano.node.extend([makeTransaction([{ address: STRANGER, lovelace: 1n }], { inputs, fails: true, back })]);
  await cardano.watchAll();
  expect((await cardano.deposits(userId)).map(({ senders }) => senders)).toEqual([[STRANGER], [WITH_STAKE]]);
});
