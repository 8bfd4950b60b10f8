import {
  accountKey,
  EXISTENTIAL_DEPOSIT,
  hashExtrinsic,
  readAccount,
  readTransfer,
  TIME_KEY,
  toHex,
  writeAccount,
} from '@kobogate/substrate';
import { Refusal } from '../../platform/refusal.ts';
import { type Arrival, execute, receive } from './execute.ts';
import { FAUCET, FAUCET_START, signTransfer } from './faucet.ts';
import type { Block } from './node/block.ts';
import type { SubstrateChain } from './node/chain.ts';

/** The newest blocks, which are not final yet: only those may be replaced. */
const FINALITY_LAG = 2;

/** A chain, and the extrinsics that wait for a block of it. */
export interface PolkadotState {
  readonly chain: SubstrateChain;
  readonly waiting: readonly Uint8Array[];
  height(): number;
  /** Of the newest block, in milliseconds; 0 for the first, which has none. */
  time(): bigint;
  /** Adds an existing block. Throws where it does not follow the newest one. */
  append(block: Block): void;
  /** Adds an extrinsic to those that wait. */
  wait(extrinsic: Uint8Array): void;
  /** Makes the next block from the waiting ones, and finalises the one before the last. `now` is in milliseconds. */
  mine(now: number): void;
  /**
   * Has the faucet pay `amount` planck, and answers the extrinsic's hash. Throws `Refusal` where its balance is lower.
   */
  pay(to: Uint8Array, amount: bigint): string;
  /**
   * Makes the next block, with a message of another chain that brings coins (XCM), and answers its hash: the payment
   * has no extrinsic. Throws `Refusal` for less than a new account must hold.
   */
  arrive(now: number, arrival: Arrival): string;
  /**
   * Replaces the last `depth` blocks, which must not be final. Their extrinsics are mined again in the same places, those in
   * `move` in the last of the new blocks; those in `drop`, even if they only wait, vanish, and so do messages of other chains.
   * Throws `Refusal`.
   */
  reorganise(now: number, wish: { depth: number; drop: readonly string[]; move: readonly string[] }): void;
}

/** The state over a chain, whose newest blocks are taken as not final yet. */
export function createState(chain: SubstrateChain): PolkadotState {
  let waiting: readonly Uint8Array[] = [];
  const height = (): number => chain.best().header.number;

  const finalise = (): void => chain.finalise(height() - FINALITY_LAG);

  function time(): bigint {
    const bytes = chain.best().changes.get(TIME_KEY);
    return bytes === undefined ? 0n : Buffer.from(bytes).readBigUInt64LE();
  }

  function mineThese(now: number, extrinsics: readonly Uint8Array[], arrival?: Arrival): void {
    // The first block after Asset Hub's own only gives the faucet its balance.
    const isFirst = height() === 0;
    const before = isFirst ? startState() : chain.stateAt(chain.best());
    const arrived = arrival === undefined ? { events: [], state: new Map() } : receive(before, arrival, height());
    const done = execute(new Map([...before, ...arrived.state]), isFirst ? [] : extrinsics);
    const state = isFirst ? startState() : new Map([...arrived.state, ...done.state]);
    const later = time() + 1n;
    const at = BigInt(now) > later ? BigInt(now) : later;
    chain.extend({ time: at, extrinsics: done.extrinsics, events: [...arrived.events, ...done.events], state });
    const mined = new Set(extrinsics);
    waiting = waiting.filter((extrinsic) => !mined.has(extrinsic));
  }

  return {
    chain,
    get waiting() {
      return waiting;
    },
    height,
    time,
    append: (block) => {
      chain.append(block);
      finalise();
    },
    wait: (extrinsic) => {
      waiting = [...waiting, extrinsic];
    },
    mine: (now) => {
      mineThese(now, waiting);
      finalise();
    },
    pay: (to, amount) => {
      const extrinsic = payFromFaucet(chain, waiting, to, amount);
      waiting = [...waiting, extrinsic];
      return hashExtrinsic(extrinsic);
    },
    arrive: (now, arrival) => {
      const { exists } = readAccount(chain.stateAt(chain.best()).get(accountKey(arrival.to)));
      if (arrival.amount < (exists ? 1n : EXISTENTIAL_DEPOSIT)) {
        throw new Refusal('Less than 0.01 DOT does not arrive in a new account, nor nothing in an old one.');
      }
      mineThese(now, waiting, arrival);
      finalise();
      return chain.best().hash;
    },
    reorganise: (now, { depth, drop, move }) => {
      const most = height() - chain.finalised().header.number;
      if (depth > most) throw new Refusal(`Finalised blocks are never replaced: at most the newest ${most} can be.`);
      const recent = chain.blocks.slice(height() + 1 - depth).flatMap(({ extrinsics }) => extrinsics);
      const known = new Set([...waiting, ...recent].map(hashExtrinsic));
      const unknown = drop.find((txid) => !known.has(txid));
      if (unknown !== undefined) throw new Refusal(`${unknown} neither waits nor is in the last ${depth} blocks.`);

      const isKept = (extrinsic: Uint8Array): boolean => !drop.includes(hashExtrinsic(extrinsic));
      const isMoved = (extrinsic: Uint8Array): boolean => move.includes(hashExtrinsic(extrinsic));
      waiting = waiting.filter(isKept);
      const taken = chain.cut(depth).map(({ extrinsics }) => extrinsics.filter(isKept));
      const moved = taken.flat().filter(isMoved);
      for (const [index, extrinsics] of taken.entries()) {
        const stay = extrinsics.filter((extrinsic) => !isMoved(extrinsic));
        mineThese(now, index === taken.length - 1 ? [...stay, ...moved] : stay);
      }
    },
  };
}

/** The balances of the faucet's accounts from the first block on. */
function startState(): ReadonlyMap<string, Uint8Array> {
  return new Map(
    FAUCET.map(
      ({ account }) => [accountKey(account), writeAccount({ nonce: 0, free: FAUCET_START, locked: 0n })] as const,
    ),
  );
}

/** A transfer from the faucet's account with the fewest waiting transfers. */
function payFromFaucet(
  chain: SubstrateChain,
  waiting: readonly Uint8Array[],
  to: Uint8Array,
  amount: bigint,
): Uint8Array {
  const state = chain.stateAt(chain.best());
  const senders = waiting.map((extrinsic) => toHex(readTransfer(extrinsic)?.from ?? new Uint8Array()));
  const accounts = FAUCET.map((from) => {
    const name = toHex(from.account);
    const { nonce, free } = readAccount(state.get(accountKey(from.account)));
    return { from, free, nonce, waits: senders.filter((sender) => sender === name).length };
  });
  const [chosen] = accounts
    .filter(({ free }) => free >= amount * 2n)
    .toSorted((one, other) => one.waits - other.waits || one.nonce - other.nonce);
  if (chosen === undefined) throw new Refusal('The faucet holds less than that.');
  const { specVersion } = chain.best().runtime;
  return signTransfer(chosen.from, { to, amount, nonce: chosen.nonce + chosen.waits, specVersion });
}
