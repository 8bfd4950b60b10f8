import { EVM_NETWORK_IDS, type NetworkId, NETWORKS } from '@kobogate/contract';
import { z } from 'zod';
import { announcements, header, type HeadsDialect, quantity } from './heads-dialect.ts';
import { polkadotHeads } from './polkadot/heads-dialect.ts';

const slot = z.number().int().nonnegative().transform(BigInt);

/** https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub */
const evm = (name: string, chainId: number): HeadsDialect => ({
  identify: {
    method: 'eth_chainId',
    params: [],
    differs: (result) => {
      const { success, data } = quantity.safeParse(result);
      if (!success) return 'It does not say by WebSocket which chain it is on.';
      return data === BigInt(chainId) ? null : `Its WebSocket is on chain ${data}, and ${name} is chain ${chainId}.`;
    },
  },
  subscribe: { method: 'eth_subscribe', params: ['newHeads'] },
  read: announcements('eth_subscription', header, ({ number }) => number),
});

/** https://solana.com/docs/rpc/websocket/rootsubscribe: final slots, as they are read. The socket answers no other calls. */
const solana: HeadsDialect = {
  identify: null,
  subscribe: { method: 'rootSubscribe', params: [] },
  read: announcements('rootNotification', slot, (number) => number),
};

/** The dialect of a network's nodes; null where they announce nothing, or in a way that is not read. */
export function dialectOf(network: NetworkId): HeadsDialect | null {
  const id = EVM_NETWORK_IDS.find((each) => each === network);
  if (id !== undefined) return evm(NETWORKS[id].name, NETWORKS[id].chainId);
  if (network === 'polkadot') return polkadotHeads;
  return network === 'solana' ? solana : null;
}
