import { evmAddress, formatTronAddress, readTronAddress } from '@kobogate/addresses';
import { NETWORKS } from '@kobogate/contract';
import { type Planned, tronKey, tronRawData, tronSignature, tronTransactionId } from '@kobogate/plans';
import { sha256 } from '@noble/hashes/sha2.js';
import { initSig, parseSignature, recoverPublicKey } from 'micro-eth-signer/utils.js';
import {
  type Holding,
  NodeFault,
  type Outcome,
  type OwnAddress,
  type SpendingWish,
  type TreasuryWallet,
} from '../../../custody/index.ts';
import { readHoldings } from '../evm/read-holdings.ts';
import { hasMoved, readReceipt } from '../evm/read-logs.ts';
import { readTokenTerms } from '../evm/token-terms.ts';
import { changesOf } from '../evm/trace.ts';
import { garbage, quantityOf, readFields, readQuantity } from '../fields.ts';
import { resultOf, type RpcAnswer, type RpcCall } from '../rpc.ts';
import { draftReplacement } from './draft-replacement.ts';
import { draftSpending, type Facts } from './draft-spending.ts';
import { energyOf, withRoom } from './read-energy.ts';
import { readAmount, readPrices, readResources, readTransfer, readTronBlock, type TronResources } from './read-tron.ts';
import { TRON, TRON_ASSETS, TRON_CHAIN_ID, TRON_NETWORK_ASSETS, TRX } from './tron-assets.ts';
import { KNOWN_TRANSACTION, openTronNode } from './tron-node.ts';

/** Calls to the node's own API that are under way together. */
const AT_ONCE = 10;
/** The node's word for a transaction that no block may take any more. */
const EXPIRED = 'TRANSACTION_EXPIRATION_ERROR';

/** Treasury operations with our coins on TRON, over its node's two APIs. */
export function createTronTreasuryWallet({ rpcUrl }: { rpcUrl: string }): TreasuryWallet {
  const { rpc, post } = openTronNode(rpcUrl);

  async function ask(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const [chain, ...answers] = await rpc([{ method: 'eth_chainId', params: [] }, ...calls]);
    if (readQuantity(resultOf(chain, 'eth_chainId'), 'chain id') === BigInt(TRON_CHAIN_ID)) return answers;
    throw new NodeFault(`The node is not on ${NETWORKS[TRON].name}. Nothing it says is used.`);
  }

  const holdings = (addresses: readonly OwnAddress[]): Promise<Holding[]> => readHoldings(ask, TRON_ASSETS, addresses);

  /** As `ask`, with the energy of a call as the node's own API finds it: a used contract's is dearer. */
  async function askTerms(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const isEnergy = ({ method }: RpcCall): boolean => method === 'eth_estimateGas';
    const energies = await inParts(calls.filter(isEnergy), readEnergy);
    const others = await ask(calls.filter((call) => !isEnergy(call)));
    return calls.map((call) => (isEnergy(call) ? energies.shift() : others.shift()) ?? garbage('list of answers'));
  }

  async function readEnergy({ params: [call] }: RpcCall): Promise<RpcAnswer> {
    const { from, to, data } = readFields(call, 'call');
    const energy = await energyOf(post, { from: addressOf(from), contract: addressOf(to), data: String(data) });
    if (energy === null) return { ok: false, code: 0, message: 'The contract refuses the call.' };
    return { ok: true, result: quantityOf(energy) };
  }

  async function readAllResources(addresses: readonly string[]): Promise<ReadonlyMap<string, TronResources>> {
    const found = await inParts([...new Set(addresses)], async (address) => {
      return [address, readResources(await post('/wallet/getaccountresource', { address, visible: true }))] as const;
    });
    return new Map(found);
  }

  async function draft(wish: SpendingWish) {
    const { treasury, deposits, refunds, sweepTo = treasury } = wish;
    const held = await holdings([treasury, ...deposits]);
    const facts: Facts = {
      block: readTronBlock(await post('/walletsolidity/getnowblock')),
      prices: readPrices(await post('/wallet/getchainparameters')),
      resources: await readAllResources([
        ...[treasury, sweepTo, ...held.map(({ address }) => address)].map(({ address }) => address),
        ...refunds.filter(({ asset }) => asset === TRX).map(({ address }) => address),
      ]),
      holdings: held,
      tokens: await readTokenTerms({ ask: askTerms, assets: TRON_ASSETS, keyOf: tronKey, withRoom }, held, {
        ...wish,
        treasury: sweepTo,
      }),
    };
    return draftSpending(facts, wish);
  }

  /** What a receipt and the node's own record say of a transaction; null where it is in no block, or in another one. */
  async function findOutcome(transaction: string, blockHash: string) {
    const [answer] = await ask([{ method: 'eth_getTransactionReceipt', params: [`0x${transaction}`] }]);
    const proof = readReceipt(resultOf(answer, 'eth_getTransactionReceipt'));
    if (proof?.blockHash !== blockHash || proof.transaction !== `0x${transaction}`) return null;
    const record = await post('/wallet/gettransactioninfobyid', { value: transaction });
    if (record['id'] !== transaction) garbage('record of a transaction');
    const outcome: Outcome = { isSuccess: proof.isSuccess, fee: readAmount(record['fee'], 'fee') };
    return { proof, outcome };
  }

  /** The time of a final block that the watcher has read, in milliseconds; null where there is none yet. */
  async function settledAt(readTo: bigint | null): Promise<number | null> {
    if (readTo === null) return null;
    const { height, madeAt } = readTronBlock(await post('/walletsolidity/getnowblock'));
    if (height <= readTo) return madeAt;
    const [answer] = await ask([{ method: 'eth_getBlockByNumber', params: [quantityOf(readTo), false] }]);
    const { timestamp } = readFields(resultOf(answer, 'eth_getBlockByNumber'), 'block');
    return Number(readQuantity(timestamp, 'timestamp')) * 1000;
  }

  return {
    network: TRON,
    family: NETWORKS[TRON].family,
    holdings,
    used: async (addresses) => {
      const resources = await readAllResources(addresses.map(({ address }) => address));
      const active = addresses.filter(({ address }) => resources.get(address)?.isActive === true);
      const held = await holdings(addresses);
      return new Set([...held.map(({ address }) => address), ...active].map(({ addressKey }) => addressKey));
    },
    draft,
    replacing: {
      uses: (planned) => (planned.kind === 'tron' ? [tronTransactionId(planned)] : []),
      draft: async (waiting, { readTo }) => {
        const mine = waiting.flatMap(({ planned, txid }) => (planned.kind === 'tron' ? [{ planned, txid }] : []));
        const known = await inParts(mine, async (each) => {
          const found = await post('/wallet/gettransactionbyid', { value: each.txid });
          return Object.assign(each, { isKnown: Object.keys(found).length > 0 });
        });
        return draftReplacement(await settledAt(readTo), known);
      },
    },
    identify: (planned, raw) => Promise.resolve(identify(planned, raw)),
    broadcast: async (raw) => {
      const { result, code, message } = await post('/wallet/broadcasthex', { transaction: raw });
      if (result === true || code === KNOWN_TRANSACTION) return;
      if (code === EXPIRED) {
        throw new NodeFault('The plan is older than a day and has expired. Write it again with “plan tron --replace”.');
      }
      throw new NodeFault(`The node refused the transaction: ${wordsOf(code, message)}`);
    },
    outcome: async (planned, transaction, blockHash) => {
      const found = await findOutcome(transaction, blockHash);
      const contract =
        TRON_ASSETS.find(({ code }) => planned.kind === 'tron' && code === planned.asset)?.contract ?? null;
      if (found === null || planned.kind !== 'tron' || contract === null) return found?.outcome ?? null;
      const { proof, outcome } = found;
      const [from, to] = [tronKey(planned.from.address), tronKey(planned.payee)];
      return { ...outcome, isSuccess: outcome.isSuccess && hasMoved(proof, { contract, from, to }) };
    },
    trace: async (transaction, blockHash) => {
      const found = await findOutcome(transaction, blockHash);
      if (found === null) return null;
      const { proof, outcome } = found;
      const sent = readTransfer(await post('/wallet/gettransactionbyid', { value: transaction }));
      const changes = changesOf(TRON_NETWORK_ASSETS, outcome, { proof, to: sent?.to ?? '', value: sent?.amount ?? 0n });
      return { ...outcome, changes: changes.list(formatTronAddress), uses: [transaction] };
    },
  };
}

/** Runs calls a few at a time, and keeps their order. */
async function inParts<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(run))));
  }
  return results;
}

const addressOf = (key: unknown): string =>
  typeof key === 'string' && /^0x[0-9a-f]{40}$/.test(key) ? formatTronAddress(key) : garbage('address');

/** The node's code and its sentence, which it writes in hexadecimal. */
function wordsOf(code: unknown, message: unknown): string {
  const text = typeof message === 'string' && /^(?:[0-9a-f]{2})*$/.test(message) ? Buffer.from(message, 'hex') : '';
  return `${String(code)} ${text.toString()}`.slice(0, 200);
}

/** The id of a signed transaction; null unless it is the planned one, signed by the planned address. */
function identify(planned: Planned, raw: string): string | null {
  if (planned.kind !== 'tron') return null;
  const signature = tronSignature(planned, raw);
  if (signature === null) return null;
  try {
    const { r, s, yParity } = parseSignature(signature);
    const signer = evmAddress(recoverPublicKey(initSig({ r, s }, yParity), sha256(tronRawData(planned))));
    return signer.addressKey === readTronAddress(planned.from.address) ? tronTransactionId(planned) : null;
  } catch {
    // Bytes that are not a signature.
    return null;
  }
}
