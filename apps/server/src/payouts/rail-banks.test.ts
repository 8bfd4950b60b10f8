// The list of banks is requested rarely, by one caller at a time, and survives an outage of the rail.
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { expect, it } from 'vitest';
import { dependencyDown } from '../platform/errors.ts';
import { createRailBanks } from './rail-banks.ts';

const BANKS = [
  { bankName: 'Zenith Bank', bankCode: '3' },
  { bankName: 'access bank', bankCode: '1' },
  { bankName: 'First Bank', bankCode: '2' },
];

function setUp() {
  const clock = createTestClock();
  const state = { asked: 0, isDown: false, isSlow: false, banks: BANKS };
  let letGo = (): void => undefined;
  const rail = {
    listBanks: async () => {
      state.asked += 1;
      if (state.isDown) throw dependencyDown('bank', 'down');
      if (state.isSlow) await new Promise<void>((resolve) => void (letGo = resolve));
      return state.banks;
    },
  };
  return { clock, state, list: createRailBanks({ rail, clock }), letGo: () => letGo() };
}

it('[F-7] is sorted by name, whatever the case', async () => {
  expect((await setUp().list()).map(({ bankName }) => bankName)).toEqual(['access bank', 'First Bank', 'Zenith Bank']);
});

it('[F-7] names each bank once, as it can be asked for, and distinguishes banks with one name and two codes', async () => {
  const { state, list } = setUp();
  const bank = (bankName: string, bankCode: string) => ({ bankName, bankCode });
  state.banks = [
    bank('  Sample  Bank ', ' 1 '),
    bank('sample bank', '1'),
    // What the database refuses, and what turns a name around on the screen.
    bank('Sam\u202Eple\u0000 Two', '5'),
    bank('Twin Bank', '2'),
    bank('TWIN BANK', '3'),
    bank('', '4'),
    bank('No Code', ' '),
  ];
  expect(await list()).toEqual([
    bank('Sam ple Two', '5'),
    bank('Sample Bank', '1'),
    bank('Twin Bank (2)', '2'),
    bank('TWIN BANK (3)', '3'),
  ]);
  const noneLeft = setUp();
  noneLeft.state.banks = [bank(' ', '1')];
  await expect(noneLeft.list()).rejects.toMatchObject({ status: 503 });
});

it('is asked for once in ten minutes, also by many at once', async () => {
  const { clock, state, list } = setUp();
  await Promise.all([list(), list(), list()]);
  clock.advance(10 * 60_000 - 1);
  await list();
  expect(state.asked).toBe(1);
  clock.advance(1);
  state.banks = BANKS.slice(1);
  expect(await list()).toHaveLength(2);
  expect(state.asked).toBe(2);
});

it('goes on with the last list while the rail is down or names no bank', async () => {
  const { clock, state, list } = setUp();
  await list();
  clock.advance(10 * 60_000);
  state.isDown = true;
  expect(await list()).toHaveLength(3);
  clock.advance(60_000);
  state.isDown = false;
  state.banks = [];
  expect(await list()).toHaveLength(3);
  clock.advance(60_000);
  state.banks = BANKS.slice(2);
  expect(await list()).toHaveLength(1);
});

it('[P9] only one caller waits for a slow rail, and the others get the last list', async () => {
  const { clock, state, list, letGo } = setUp();
  state.isSlow = true;
  const first = [list(), list()];
  letGo();
  for (const each of first) expect(await each).toHaveLength(3);
  clock.advance(10 * 60_000);
  state.banks = BANKS.slice(2);
  const waiting = list();
  expect(await list()).toHaveLength(3);
  letGo();
  expect(await waiting).toHaveLength(1);
  expect(state.asked).toBe(2);
});

it('[F-13] is 503 with a message where there never was one, and not every caller asks a rail that is down', async () => {
  const { clock, state, list } = setUp();
  state.isDown = true;
  for (let index = 0; index < 5; index += 1) {
    await expect(list()).rejects.toMatchObject({ status: 503, message: 'Failed to load banks list' });
  }
  expect(state.asked).toBe(1);
  state.isDown = false;
  clock.advance(15_000);
  expect(await list()).toHaveLength(3);
});
