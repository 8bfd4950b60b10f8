/** The sandbox's node and its runtime, for tests that say what its blocks hold. */
export { createChain } from '@kobogate/sandbox/src/chains/polkadot/node/chain.ts';
export { EVENTS, inExtrinsic, outsideExtrinsics } from '@kobogate/sandbox/src/chains/polkadot/node/events.ts';
export { serveRpc } from '@kobogate/sandbox/src/chains/polkadot/node/rpc-server.ts';
export { createRuntime, PALLETS, type Runtime } from '@kobogate/sandbox/src/chains/polkadot/node/runtime.ts';
