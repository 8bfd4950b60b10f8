import { ASSET_HUB_GENESIS, hashHeader } from '@kobogate/substrate';
import { announcements, header, type HeadsDialect } from '../heads-dialect.ts';

/** https://polkadot.js.org/docs/substrate/rpc#subscribefinalizedheads */
export const polkadotHeads: HeadsDialect = {
  identify: {
    method: 'chain_getBlockHash',
    params: [0],
    differs: (result) =>
      result === hashHeader(ASSET_HUB_GENESIS) ? null : 'Its WebSocket is not on Polkadot’s Asset Hub.',
  },
  subscribe: { method: 'chain_subscribeFinalizedHeads', params: [] },
  read: announcements('chain_finalizedHead', header, ({ number }) => number),
};
