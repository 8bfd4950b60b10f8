import type { LedgerAsset } from '@kobogate/contract';
import { tokenTransferData } from '@kobogate/plans';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DueRefund, Holding, OwnAddress, SpendingWish } from '../../../custody/index.ts';
import { readQuantity } from '../fields.ts';
import type { RpcAnswer, RpcCall } from '../rpc.ts';

/** How the transfers of a plan's tokens would go now. */
export interface TokenTerms {
  /** Gas of each holder's transfer to the treasury, by `addressKey asset`; missing where it would not go through. */
  readonly sweeps: ReadonlyMap<string, bigint>;
  /** Gas of each token refund, by its id; missing where it would not go through. */
  readonly refunds: ReadonlyMap<string, bigint>;
  /** Why one of these would not go through, by the same keys, where the token says so; null: a note says it of all. */
  readonly refusals: ReadonlyMap<string, string | null>;
  /** Tokens of which nothing moves, in sentences for the operator. */
  readonly notes: readonly string[];
}

type Ask = (calls: readonly RpcCall[]) => Promise<RpcAnswer[]>;

/** How a chain's tokens are asked about; what is missing is as on EVM chains. */
interface TermsOptions {
  readonly ask: Ask;
  /** Their contracts in hexadecimal. */
  readonly assets: readonly LedgerAsset[];
  /** An address as the node's JSON-RPC has it. */
  readonly keyOf?: (address: string) => string;
  /** The gas that a transfer may use, from what it would use now. */
  readonly withRoom?: (gas: bigint) => bigint;
}
type Token = LedgerAsset & { readonly contract: string };

/** The first four bytes of a call of this function, by Solidity's ABI. */
const selectorOf = (signature: string): string => `0x${bytesToHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4))}`;

const PAUSED = selectorOf('paused()');
/**
 * How the issuers name the list of frozen addresses: Tether's token on Ethereum (`isBlackListed`), Circle's FiatToken
 * (`isBlacklisted`), Tether's newer tokens, USD₮0 among them (`isBlocked`); all from their verified sources.
 */
const IS_FROZEN = ['isBlackListed', 'isBlacklisted', 'isBlocked'].map((name) => selectorOf(`${name}(address)`));

/** The key of a holder's token in `TokenTerms`. Pure. */
export const termsKey = ({ addressKey }: OwnAddress, asset: string): string => `${addressKey} ${asset}`;

/**
 * Asks the node about each transfer separately, from the address that would make it: an address that the issuer froze, which
 * anybody can cause with tainted coins, holds back no other. A token refund is simulated from the treasury, or from another
 * holder while the treasury has too little of it.
 */
export async function readTokenTerms(
  { ask, assets, keyOf = (address) => address, withRoom = halfAsMuchAgain }: TermsOptions,
  held: readonly Holding[],
  { treasury, refunds, leastOf }: SpendingWish,
): Promise<TokenTerms> {
  const tokens = new Map(assets.flatMap((asset) => (isToken(asset) ? [[asset.code as string, asset] as const] : [])));
  const holders = held.flatMap(({ address, asset, amount }) => {
    const token = tokens.get(asset);
    const isWorthIt = address.chain === 0 && amount >= leastOf(asset);
    return token !== undefined && isWorthIt ? [{ key: termsKey(address, asset), token, address, amount }] : [];
  });
  const due = refunds.flatMap((refund) => {
    const token = tokens.get(refund.asset);
    return token === undefined ? [] : [{ key: refund.id, token, ...refund }];
  });
  const wanted = [...new Set([...holders, ...due].map(({ token }) => token))];
  const shut = await findShut(ask, wanted, { treasury, keyOf });
  const shutOnes = [...holders, ...due].flatMap(({ key, token }) => (shut.has(token) ? [[key, null] as const] : []));

  const open = holders.filter(({ token }) => !shut.has(token));
  const simulated = await ask(
    open.map(({ address, token, amount }) =>
      transferCall(token, { from: keyOf(address.address), to: keyOf(treasury.address), amount }),
    ),
  );
  const sweeps = new Map(open.flatMap(({ key }, at) => gasOf(key, simulated[at], withRoom)));
  const payable = due.flatMap((refund) => {
    const from = shut.has(refund.token) ? undefined : payerOf(refund, { held, treasury, sweeps });
    return from === undefined ? [] : [{ ...refund, from }];
  });
  const answers = await ask(
    payable.map(({ address, amount, token, from }) =>
      transferCall(token, {
        from: keyOf(from.address),
        to: keyOf(address),
        amount: amount < from.amount ? amount : from.amount,
      }),
    ),
  );
  const paid = new Map(payable.flatMap(({ key }, at) => gasOf(key, answers[at], withRoom)));

  const refused = [
    ...open.map(({ key, token, address }) => ({ key, token, address: address.address })),
    ...payable.map(({ key, token, address }) => ({ key, token, address })),
  ].filter(({ key }) => !sweeps.has(key) && !paid.has(key));
  const frozen = await areFrozen(ask, refused, keyOf);
  const explained = refused.flatMap(({ key, address }, at) =>
    frozen[at] === true ? [[key, `its issuer has frozen ${address}`] as const] : [],
  );
  const refusals = new Map<string, string | null>([...shutOnes, ...explained]);
  return { sweeps, refunds: paid, refusals, notes: [...shut.values()] };
}

/** The tokens of which nothing may move, with the sentence that says why. */
async function findShut(
  ask: Ask,
  tokens: readonly Token[],
  { treasury, keyOf }: { treasury: OwnAddress; keyOf: (address: string) => string },
): Promise<ReadonlyMap<Token, string>> {
  const paused = await ask(tokens.map((token) => readCall(token, PAUSED)));
  const frozen = await areFrozen(
    ask,
    tokens.map((token) => ({ token, address: treasury.address })),
    keyOf,
  );
  const sentences = tokens.flatMap((token, at): (readonly [Token, string])[] => {
    if (isYes(paused[at])) {
      return [[token, `${token.code} is paused by its issuer: none of it can move now, and none is in the plan.`]];
    }
    if (frozen[at] !== true) return [];
    // Tether's token would still let coins in, which could not leave again.
    const words = `${token.code}: its issuer has frozen the treasury ${treasury.address}. None of it is swept or refunded.`;
    return [[token, words]];
  });
  return new Map(sentences);
}

/** Which of these addresses the issuer of the token has frozen. */
async function areFrozen(
  ask: Ask,
  places: readonly { readonly token: Token; readonly address: string }[],
  keyOf: (address: string) => string,
): Promise<boolean[]> {
  const answers = await ask(
    places.flatMap(({ token, address }) =>
      IS_FROZEN.map((selector) =>
        readCall(token, `${selector}${keyOf(address).slice(2).toLowerCase().padStart(64, '0')}`),
      ),
    ),
  );
  return places.map((_, at) => answers.slice(at * IS_FROZEN.length, (at + 1) * IS_FROZEN.length).some(isYes));
}

/** Who a refund's transfer is simulated from; undefined where no address can send such tokens. */
function payerOf(
  { asset, amount }: Pick<DueRefund, 'asset' | 'amount'>,
  { held, treasury, sweeps }: { held: readonly Holding[]; treasury: OwnAddress; sweeps: ReadonlyMap<string, bigint> },
): { readonly address: string; readonly amount: bigint } | undefined {
  const of = held.filter((holding) => holding.asset === asset);
  const own = of.find(({ address }) => address.addressKey === treasury.addressKey);
  const others = of.filter(({ address }) => sweeps.has(termsKey(address, asset)));
  const [most] = others.toSorted((one, other) =>
    one.amount === other.amount ? 0 : one.amount < other.amount ? 1 : -1,
  );
  const payer = own !== undefined && own.amount >= amount ? own : most;
  return payer === undefined ? undefined : { address: payer.address.address, amount: payer.amount };
}

const isToken = (asset: LedgerAsset): asset is Token => asset.contract !== null;

const readCall = ({ contract }: Token, data: string): RpcCall => ({
  method: 'eth_call',
  params: [{ to: contract, data }, 'latest'],
});

function transferCall(
  { contract }: Token,
  { from, to, amount }: { from: string; to: string; amount: bigint },
): RpcCall {
  return {
    method: 'eth_estimateGas',
    params: [{ from, to: contract, data: tokenTransferData(to, amount) }],
  };
}

/** Whether a contract answered true; one without this function answers nothing, or refuses. */
function isYes(answer: RpcAnswer | undefined): boolean {
  return answer?.ok === true && typeof answer.result === 'string' && /^0x0*1$/.test(answer.result);
}

/** A first token transfer to an address costs more than later ones: half as much again covers both. Pure. */
export const halfAsMuchAgain = (gas: bigint): bigint => (gas * 3n) / 2n;

/** The gas of a transfer with room to grow; nothing where it would not go through. Pure. */
export function gasOf(
  key: string,
  answer: RpcAnswer | undefined,
  withRoom = halfAsMuchAgain,
): (readonly [string, bigint])[] {
  return answer?.ok === true ? [[key, withRoom(readQuantity(answer.result, 'gas'))]] : [];
}
