import { ASSET_HUB_SPEC, fromHex, toHex } from '@kobogate/substrate';
import type { Block } from './block.ts';
import type { SubstrateChain } from './chain.ts';

/** A node's own refusal of a call, with its code (sc-rpc-api). */
export class RpcRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const UNKNOWN_BLOCK = 4003;
/** The version of the runtime's extrinsic format (`RuntimeVersion`). */
export const TRANSACTION_VERSION = 15;

/** The extrinsics that wait for a block, where a node takes any. Its methods throw `RpcRefusal`. */
export interface Pool {
  /** Takes a signed extrinsic, and answers its hash. */
  submit(extrinsic: Uint8Array): string;
  /** The nonce of an address's next extrinsic, after those in blocks and the waiting ones. */
  nextIndex(address: string): number;
  /** What an extrinsic costs, in planck. */
  feeOf(extrinsic: Uint8Array): bigint;
}

type Method = (chain: SubstrateChain, params: readonly unknown[], pool: Pool | undefined) => unknown;

/** Answers a call of a Substrate node's RPC, as far as this one supports it. Throws `RpcRefusal`. */
export function answerRpc(
  { chain, pool }: { chain: SubstrateChain; pool: Pool | undefined },
  method: string,
  params: readonly unknown[],
): unknown {
  const answer = METHODS[method];
  if (answer === undefined) throw notFound();
  return answer(chain, params, pool);
}

const METHODS: Readonly<Record<string, Method>> = {
  chain_getBlockHash: (chain, [number = chain.best().header.number]) =>
    Array.isArray(number) ? number.map((each) => hashAt(chain, each)) : hashAt(chain, number),
  chain_getFinalizedHead: (chain) => chain.finalised().hash,
  chain_getHeader: (chain, [hash]) => {
    const block = findBlock(chain, hash);
    return block === undefined ? null : headerJson(block);
  },
  chain_getBlock: (chain, [hash]) => {
    const block = findBlock(chain, hash);
    if (block === undefined) return null;
    return { block: { header: headerJson(block), extrinsics: block.extrinsics.map(toHex) }, justifications: null };
  },
  state_getRuntimeVersion: (chain, [hash]) => ({
    specName: ASSET_HUB_SPEC,
    implName: ASSET_HUB_SPEC,
    authoringVersion: 1,
    specVersion: requireBlock(chain, hash).runtime.specVersion,
    implVersion: 0,
    apis: [],
    transactionVersion: TRANSACTION_VERSION,
    systemVersion: 1,
    stateVersion: 1,
  }),
  state_getMetadata: (chain, [hash]) => toHex(requireBlock(chain, hash).runtime.metadata),
  state_getStorage: (chain, [key, hash]) => {
    const value = chain.stateAt(requireBlock(chain, hash)).get(requireText(key));
    return value === undefined ? null : toHex(value);
  },
  state_getReadProof: (chain, [keys, hash]) => {
    if (!Array.isArray(keys)) throw new RpcRefusal(INVALID_PARAMS, 'Invalid params');
    const block = requireBlock(chain, hash);
    const proof = chain.prove(block, keys.map(requireText));
    if (proof === null) throw unknownBlock(`State already discarded for ${block.hash}`);
    return { at: block.hash, proof: proof.map(toHex) };
  },
  author_submitExtrinsic: (_chain, [extrinsic], pool) => requirePool(pool).submit(requireBytes(extrinsic)),
  payment_queryInfo: (_chain, [extrinsic], pool) => ({
    weight: { ref_time: 300_000_000, proof_size: 3_593 },
    class: 'normal',
    partialFee: requirePool(pool).feeOf(requireBytes(extrinsic)).toString(),
  }),
  system_accountNextIndex: (_chain, [address], pool) => requirePool(pool).nextIndex(requireText(address)),
  system_chain: () => 'Polkadot Asset Hub',
  system_name: () => 'Kobogate sandbox',
  system_version: () => '1.0.0',
  system_properties: () => ({ ss58Format: 0, tokenDecimals: 10, tokenSymbol: 'DOT' }),
  system_health: () => ({ peers: 0, isSyncing: false, shouldHavePeers: false }),
};

const notFound = (): RpcRefusal => new RpcRefusal(METHOD_NOT_FOUND, 'Method not found');

function requirePool(pool: Pool | undefined): Pool {
  if (pool === undefined) throw notFound();
  return pool;
}

function requireBytes(value: unknown): Uint8Array {
  const text = requireText(value);
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) throw new RpcRefusal(INVALID_PARAMS, 'Invalid params');
  return fromHex(text);
}

function hashAt(chain: SubstrateChain, number: unknown): string | null {
  const place = typeof number === 'string' ? Number(number) : number;
  if (typeof place !== 'number' || !Number.isInteger(place)) throw new RpcRefusal(INVALID_PARAMS, 'Invalid params');
  return chain.blocks[place]?.hash ?? null;
}

function findBlock(chain: SubstrateChain, hash: unknown): Block | undefined {
  if (hash === undefined || hash === null) return chain.best();
  return chain.find(requireText(hash));
}

function requireBlock(chain: SubstrateChain, hash: unknown): Block {
  const block = findBlock(chain, hash);
  if (block === undefined) throw unknownBlock(`Header was not found in the database: ${String(hash)}`);
  return block;
}

function requireText(value: unknown): string {
  if (typeof value !== 'string') throw new RpcRefusal(INVALID_PARAMS, 'Invalid params');
  return value;
}

const unknownBlock = (reason: string): RpcRefusal =>
  new RpcRefusal(UNKNOWN_BLOCK, `Client error: UnknownBlock: ${reason}`);

function headerJson({ header }: Block): object {
  return { ...header, number: `0x${header.number.toString(16)}` };
}
