import { cardanoAddress, cardanoAddressBytes } from '@kobogate/addresses';
import { ed25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { encode, Tagged } from 'cborg';

/** How much of each native token, by unit: policy and name in hexadecimal, one after the other. */
export type Tokens = Readonly<Record<string, bigint>>;

export interface Output {
  readonly address: string;
  readonly lovelace: bigint;
  readonly tokens: Tokens;
}

/** The content of a transaction, before it is bytes. */
export interface Plan {
  /** `hash#index` of each coin that it spends. */
  readonly inputs: readonly string[];
  readonly outputs: readonly Output[];
  readonly fee: bigint;
  /** The first slot whose block can't have it any more; null where it never expires. */
  readonly lastSlot: number | null;
  /**
   * For one whose contract fails in its block: the collateral that is taken in place of the inputs, and the rest that
   * comes back, in place of the outputs.
   */
  readonly failure: { readonly collateral: readonly string[]; readonly back: Output } | null;
}

export interface CardanoTransaction extends Plan {
  /** BLAKE2b-256 of the body's bytes. */
  readonly hash: string;
  readonly cbor: string;
  /** What it really spends and makes, with the index of each output: the collateral, where its contract failed. */
  readonly spent: readonly string[];
  readonly made: readonly { readonly index: number; readonly output: Output }[];
}

// No secret: it is derived from this sentence, and has no money on the real chain.
const FAUCET_KEY = blake2b(utf8ToBytes('Kobogate sandbox faucet: play money only'), { dkLen: 32 });
const FAUCET_PUBLIC = ed25519.getPublicKey(FAUCET_KEY);
/** The account that pays. */
export const FAUCET_ADDRESS = cardanoAddress(FAUCET_PUBLIC).address;

/**
 * The faucet's own minting script: anything that its key signs (a native script, type 0), and the policy that is its
 * hash.
 */
const MINTING_SCRIPT = [0, blake2b(FAUCET_PUBLIC, { dkLen: 28 })];
export const FAUCET_POLICY = bytesToHex(blake2b(concatBytes(Uint8Array.of(0), encode(MINTING_SCRIPT)), { dkLen: 28 }));

const POLICY_LETTERS = 56;
/** Conway's tag of a set. */
const SET = 258;
export const COINS_PER_BYTE = 4_310n;
/** The overhead of an output in the ledger's fee, on top of its own bytes. */
const ENTRY_BYTES = 160n;

/**
 * Builds and signs a transaction of the faucet, in the form of the Conway era. Tokens in its outputs are minted in it.
 */
export function makeTransaction(plan: Plan): CardanoTransaction {
  const body = encode(bodyOf(plan));
  const id = blake2b(body, { dkLen: 32 });
  const hash = bytesToHex(id);
  const signature = [FAUCET_PUBLIC, ed25519.sign(id, FAUCET_KEY)];
  const witnesses = new Map<number, unknown>([[0, new Tagged(SET, [signature])]]);
  if (mintedIn(plan).size > 0) witnesses.set(1, new Tagged(SET, [MINTING_SCRIPT]));
  const whole = concatBytes(Uint8Array.of(0x84), body, encode(witnesses), encode(plan.failure === null), encode(null));
  return describedBy(plan, { hash, cbor: bytesToHex(whole) });
}

/** A transaction by its content and id, with what it really spends and makes. Pure. */
export function describedBy(plan: Plan, named: { hash: string; cbor: string }): CardanoTransaction {
  const { inputs, outputs, failure } = plan;
  return {
    ...plan,
    ...named,
    spent: failure === null ? inputs : failure.collateral,
    // The collateral's return has the index after the last output (Babbage's ledger rules).
    made:
      failure === null
        ? outputs.map((output, index) => ({ index, output }))
        : [{ index: outputs.length, output: failure.back }],
  };
}

function bodyOf(plan: Plan): ReadonlyMap<number, unknown> {
  const { inputs, outputs, fee, lastSlot, failure } = plan;
  const body = new Map<number, unknown>([
    [0, new Tagged(SET, inputs.map(inputOf))],
    [1, outputs.map(outputOf)],
    [2, fee],
  ]);
  if (lastSlot !== null) body.set(3, lastSlot);
  const minted = mintedIn(plan);
  if (minted.size > 0) body.set(9, minted);
  if (failure !== null) {
    body.set(13, new Tagged(SET, failure.collateral.map(inputOf)));
    body.set(16, outputOf(failure.back));
  }
  return body;
}

function inputOf(coin: string): unknown {
  const [hash = '', index = ''] = coin.split('#');
  return [hexToBytes(hash), Number(index)];
}

function outputOf({ address, lovelace, tokens }: Output): unknown {
  const bundle = bundleOf(Object.entries(tokens));
  return new Map<number, unknown>([
    [0, cardanoAddressBytes(address)],
    [1, bundle.size === 0 ? lovelace : [lovelace, bundle]],
  ]);
}

/** How much of each token, by policy and name. */
type Bundle = ReadonlyMap<Uint8Array, ReadonlyMap<Uint8Array, bigint>>;

const mintedIn = ({ outputs }: Plan): Bundle => bundleOf(outputs.flatMap(({ tokens }) => Object.entries(tokens)));

function bundleOf(entries: readonly (readonly [unit: string, amount: bigint])[]): Bundle {
  if (entries.length === 0) return new Map();
  const names = entries.map(([unit, amount]) => [hexToBytes(unit.slice(POLICY_LETTERS)), amount] as const);
  return new Map([[hexToBytes(FAUCET_POLICY), new Map(names)]]);
}

/** The minimum of an output, in lovelace: each byte of it costs (CIP-55). */
export function leastLovelace(output: Output): bigint {
  return (ENTRY_BYTES + BigInt(encode(outputOf(output)).length)) * COINS_PER_BYTE;
}
