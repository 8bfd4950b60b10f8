import { Storage } from '@polkadot-api/substrate-bindings';
import type { Header } from './header.ts';

/** The first block of Polkadot's Asset Hub. Its hash is what a node is told from others by. */
export const ASSET_HUB_GENESIS: Header = {
  parentHash: `0x${'00'.repeat(32)}`,
  number: 0,
  stateRoot: '0xc1ef26b567de07159e4ecd415fbbb0340c56a09c4d72c82516d0f3bc2b782c80',
  // The root of no transactions at all.
  extrinsicsRoot: '0x03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314',
  digest: { logs: [] },
};

/** The name of Asset Hub's program, by which its runtime is told from other chains'. */
export const ASSET_HUB_SPEC = 'statemint';

/** Coins below which an account can't exist, in planck: 0.01 DOT. */
export const EXISTENTIAL_DEPOSIT = 100_000_000n;

/** Where the events of a block stand in the state after it. */
export const EVENTS_KEY = Storage('System')('Events').enc();
/** Where a block's own time stands, in milliseconds of the Unix epoch. */
export const TIME_KEY = Storage('Timestamp')('Now').enc();
