import { type NetworkId, NETWORKS } from '@kobogate/contract';

/** Polling more often than this costs more than it is worth to a person who waits; less often shows. */
const SHORTEST_POLL_MS = 3_000;
const LONGEST_POLL_MS = 15_000;

/** The pause between two polls with which a network's blocks are read as they come. Pure. */
export const blockPaceMs = (network: NetworkId): number =>
  Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, NETWORKS[network].blockSeconds * 1000));
