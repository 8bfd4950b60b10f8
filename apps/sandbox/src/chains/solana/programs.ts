import { address } from '@solana/kit';
import { type NetworkAsset, ASSETS } from '@kobogate/contract';

/**
 * Programs by their addresses on every cluster: https://docs.solana.com/developing/runtime-facilities/programs,
 * spl.solana.com.
 */
export const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM = address('ComputeBudget111111111111111111111111111111');
export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** The main network's genesis hash, by which clients tell it from the test networks (https://solana.com/rpc). */
export const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

export const NETWORK = 'solana';
/** The assets that the product offers here: SOL, and tokens by their mints on the main network. */
export const SOLANA_ASSETS: readonly NetworkAsset[] = ASSETS.filter(({ network }) => network === NETWORK);
