import type { NetworkId } from '@kobogate/contract';
import { createTestChain, type TestChain } from '@kobogate/testkit/custody/chain.ts';
import {
  type Chain,
  type FindOurs,
  NodeFault,
  type ScannedBlock,
  type Transfer,
} from '../../apps/server/src/custody/index.ts';
import { nowMs, takeTurn } from '../machine/machine.ts';
import type { Draw } from '@kobogate/testkit/platform/draw.ts';

/** Blocks that make a payment final, its own included. */
export const CONFIRMATIONS = 3;

/** A block as a node shows it that can't trace it. Pure. */
const untraced = (block: ScannedBlock): ScannedBlock =>
  block.transfers.length === 0 ? block : Object.assign({}, block, { transfers: [], isUntraced: true });

/** A chain whose blocks may be replaced, and the payments that wait for one. */
export class SimulatedChain {
  readonly network: NetworkId;
  readonly #chain: TestChain = createTestChain();
  readonly #draw: Draw;
  #pool: Transfer[] = [];
  /** When each block was made, by its hash. */
  readonly #madeAt = new Map<string, Date>();
  /** How likely a call of the node fails. */
  faulty = 0;
  /** Whether the node shows payments to our addresses; else it shows their blocks without, and says that it could not trace them. */
  traces = true;
  /** Payments that people booked as coins of an unknown owner before they were read, and the surplus that they booked. */
  readonly booked = new Map<string, string>();
  onFault: (kind: string) => void = () => undefined;

  constructor(network: NetworkId, draw: Draw) {
    this.network = network;
    this.#draw = draw;
    for (let height = 0; height < CONFIRMATIONS; height += 1) this.#extend([]);
  }

  /** The port, as an adapter would give it; each call is a turn. */
  port(): Chain {
    const call = <Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> =>
      takeTurn(`${this.network} ${what}`, async () => {
        if (!this.#draw.chance(this.faulty)) return ask();
        this.onFault('node fails');
        throw new NodeFault('The node can’t be reached.');
      });
    const { look, headers, scan } = this.#chain;
    const only = async (blocks: readonly ScannedBlock[], findOurs: FindOurs): Promise<ScannedBlock[]> => {
      const ours = await findOurs(blocks.flatMap(({ transfers }) => transfers.map(({ addressKey }) => addressKey)));
      return blocks.map(({ height, hash, parentHash, transfers, ...block }) => {
        const own = transfers.filter(({ addressKey }) => ours.has(addressKey));
        const madeAt = this.#madeAt.get(hash) ?? block.madeAt;
        return { height, hash, parentHash, madeAt, transfers: own };
      });
    };
    return {
      network: this.network,
      family: 'evm',
      look: (height) => call('look', () => look(height)),
      headers: (heights) => call('headers', () => headers(heights)),
      scan: async (from, to, findOurs) => {
        const { blocks, isTraced } = await call('scan', async () => ({
          blocks: await scan(from, to, findOurs),
          isTraced: this.traces,
        }));
        const shown = await only(blocks, findOurs);
        return isTraced ? shown : shown.map(untraced);
      },
      retrace: async (height, findOurs) => {
        const blocks = await call('retrace', async () => (this.traces ? scan(height, height, findOurs) : []));
        return (await only(blocks, findOurs))[0] ?? null;
      },
    };
  }

  /** A payment that the next block may have. */
  pay(transfer: Transfer): void {
    this.#pool.push(transfer);
  }

  /** Adds a block with what waits. */
  mine(): void {
    this.#extend(this.#pool);
    this.#pool = [];
  }

  #extend(transfers: readonly Transfer[]): void {
    this.#chain.extend(transfers);
    this.#madeAt.set(this.#chain.snapshot().at(-1)?.hash ?? '', new Date(nowMs()));
  }

  /** Replaces the newest blocks by as many, and one more: some of their payments come back, in this order or later, some never. */
  reorganise(depth: number): void {
    const before = this.#chain.snapshot();
    const lost = before.slice(Math.max(1, before.length - depth)).flatMap(({ transfers }) => transfers);
    this.#chain.cut(depth);
    this.onFault(depth >= CONFIRMATIONS ? 'deep reorganisation' : 'reorganisation');
    const replaced = before.length - this.#chain.snapshot().length;
    this.#pool = [...lost.filter(() => this.#draw.chance(0.5)), ...this.#pool];
    for (let block = 0; block <= replaced; block += 1) {
      if (this.#draw.chance(0.5)) this.mine();
      else this.#extend([]);
    }
  }

  /** The height of the newest block. */
  get height(): number {
    return this.#chain.snapshot().length - 1;
  }

  /** The hash of the newest block. */
  get head(): string {
    return this.#chain.snapshot().at(-1)?.hash ?? '';
  }

  /** What is on the chain now. */
  transfers(): Transfer[] {
    return this.#chain.snapshot().flatMap(({ transfers }) => transfers);
  }
}
