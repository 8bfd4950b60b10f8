/** What `GET /control/chains` and the page show of a chain. */
export interface ChainView {
  readonly network: string;
  /** Of an EVM chain. */
  readonly chainId?: number;
  readonly rpc: string;
  readonly height: number;
  readonly hash: string;
  /** Transactions that wait for a block. */
  readonly pending: number;
  readonly assets: readonly string[];
}

/** A chain that this machine runs, of any family. Every call throws `Refusal` where it can't be done as asked. */
export interface Chain {
  readonly network: string;
  /**
   * Pays from the faucet. `amount` is a decimal in the asset's own units. Without automatic mining it stays pending.
   */
  pay(asset: string, to: string, amount: string): Promise<{ txid: string }>;
  /** `seconds`: the first of the blocks comes so much later than now; only Cardano, TRON and EVM chains jump so. */
  mine(blocks: number, seconds?: number): Promise<{ height: number; hash: string }>;
  /** Replaces the last `depth` blocks by others; their transactions are mined again, except those in `drop`. */
  reorg(depth: number, drop: readonly string[], move: readonly string[]): Promise<{ height: number; hash: string }>;
  balance(address: string, asset: string): Promise<{ amount: string; units: string }>;
  describe(): Promise<ChainView>;
  /** The variables with which the product finds this chain. */
  environment(): Record<string, string>;
  /** Saves everything and ends the node. */
  close(): Promise<void>;
}
