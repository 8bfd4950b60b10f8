import { Storage } from '@polkadot-api/substrate-bindings';
import type { Header } from './header.ts';

/** The first block of Polkadot's Asset Hub. Its hash identifies the chain of a node. */
export const ASSET_HUB_GENESIS: Header = {
  parentHash: `0x${'00'.repeat(32)}`,
  number: 0,
  stateRoot: '0xc1ef26b567de07159e4ecd415fbbb0340c56a09c4d72c82516d0f3bc2b782c80',
  // The root of an empty list of transactions.
  extrinsicsRoot: '0x03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314',
  digest: { logs: [] },
};

/** The name of Asset Hub's program, which identifies its runtime. */
export const ASSET_HUB_SPEC = 'statemint';

/** Coins below which an account can't exist, in planck: 0.01 DOT. */
export const EXISTENTIAL_DEPOSIT = 100_000_000n;

/** The storage key of a block's events. */
export const EVENTS_KEY = Storage('System')('Events').enc();
/** The storage key of a block's time, in milliseconds of the Unix epoch. */
export const TIME_KEY = Storage('Timestamp')('Now').enc();
