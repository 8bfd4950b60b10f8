import { cardanoAddress } from '@kobogate/addresses';
import { type LedgerAssetCode, NETWORKS } from '@kobogate/contract';
import { cardanoBody, cardanoSignatures, type Planned } from '@kobogate/plans';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type Holding, NodeFault, type OwnAddress, type TreasuryWallet } from '../../../custody/index.ts';
import { garbage, readFields, readList } from '../fields.ts';
import { verifyEd25519 } from '../verify-ed25519.ts';
import { type Api, createApi, inGroups, requireMainNetwork } from './api.ts';
import { coinsOf, draftReplacement } from './draft-replacement.ts';
import { type Coin, draftSpending, type Terms } from './draft-spending.ts';
import { readCount, readHash, readWhole } from './fields.ts';
import { readBlock } from './read-block.ts';
import { readTransaction } from './read-transaction.ts';
import { traceTransaction } from './trace.ts';

const NETWORK = 'cardano';
const ASSET: LedgerAssetCode = 'ADA@cardano';
const PAGE = 100;
/** Three days, in slots of a second: to sign offline and to send. After that a plan is written again. */
const SLOTS_TO_SIGN = 259_200;
/** The ledger's name of what is sent too late. */
const EXPIRED = /OutsideValidityInterval/;
const UNIT = /^[0-9a-f]{56}(?:[0-9a-f]{2}){0,32}$/;

/**
 * Treasury operations with our coins on Cardano, over Blockfrost's API. Coins are spent once they have as many
 * confirmations as the operator's policy asks for. A false amount from the API does no harm: every node refuses a
 * transaction whose sums differ from the chain's.
 */
export function createCardanoTreasuryWallet({
  rpcUrl,
  projectId,
  confirmations,
}: {
  rpcUrl: string;
  projectId: string | undefined;
  confirmations: number;
}): TreasuryWallet {
  const api = createApi({ provider: rpcUrl, projectId });

  async function findCoins(addresses: readonly OwnAddress[]): Promise<Coin[]> {
    await requireMainNetwork(api);
    const found = (await inGroups(addresses, (address) => readUnspent(api, address))).flat();
    const blocks = [...new Set(found.map(({ block }) => block))];
    const heights = await inGroups(blocks, async (hash) => (await requireBlock(api, hash)).height);
    const byBlock = new Map(blocks.map((hash, at) => [hash, heights[at]]));
    const { height: tip } = await requireBlock(api, 'latest');
    return found.map(({ block, ...coin }) => {
      const height = byBlock.get(block) ?? tip;
      return Object.assign(coin, { isUnripe: tip - height + 1n < BigInt(confirmations) });
    });
  }

  async function placeOf(transaction: string): Promise<'block' | 'mempool' | null> {
    // The mempool first: what leaves it for a block between the two calls is found there.
    const waits = (await api(`/mempool/${transaction}`)) !== null;
    if ((await api(`/txs/${transaction}`)) !== null) return 'block';
    return waits ? 'mempool' : null;
  }

  /** The slot of the newest block, and of one that is final and that the watcher has read; null where none is. */
  async function readSlots(readTo: bigint | null): Promise<{ slot: number; settledSlot: number | null }> {
    const { height, slot: readSlot } = await requireBlock(api, 'latest');
    const slot = readSlot();
    const final = height - BigInt(confirmations) + 1n;
    const settled = readTo === null || readTo > final ? final : readTo;
    if (readTo === null || settled < 0n) return { slot, settledSlot: null };
    return { slot, settledSlot: (await requireBlock(api, String(settled))).slot() };
  }

  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    holdings: async (addresses) => {
      const sums = new Map<string, Holding>();
      for (const { address, lovelace } of await findCoins(addresses)) {
        const before = sums.get(address.addressKey)?.amount ?? 0n;
        sums.set(address.addressKey, { address, asset: ASSET, amount: before + lovelace });
      }
      return [...sums.values()];
    },
    used: async (addresses) => {
      await requireMainNetwork(api);
      const found = await inGroups(addresses, async ({ address, addressKey }) => {
        const answer = await api(`/addresses/${address}/transactions?count=1`);
        return answer === null || readList(answer, 'list of transactions').length === 0 ? null : addressKey;
      });
      return new Set(found.filter((each) => each !== null));
    },
    draft: async (wish) => {
      const coins = await findCoins([wish.treasury, ...wish.deposits]);
      const taken = new Set((wish.reserved ?? []).flatMap(coinsOf));
      const free = coins.filter(({ transaction, index }) => !taken.has(`${transaction}:${index}`));
      const { slot } = await requireBlock(api, 'latest');
      return draftSpending(free, await readTerms(api, slot()), wish);
    },
    replacing: {
      uses: coinsOf,
      draft: async (waiting, { treasury, deposits, reserved, readTo, sweepTo }) => {
        const mine = waiting.flatMap(({ planned, txid }) => (planned.kind === 'cardano' ? [{ planned, txid }] : []));
        const slots = await readSlots(readTo);
        const placed = await inGroups(mine, async (each) => Object.assign(each, { place: await placeOf(each.txid) }));
        // After the places: a coin that a block has spent in between is gone here, and its transaction is waited for.
        const coins = await findCoins([treasury, ...deposits]);
        const taken = new Set((reserved ?? []).flatMap(coinsOf));
        const terms = await readTerms(api, slots.slot);
        return draftReplacement({ treasury, coins, taken, terms, sweepTo, ...slots }, placed);
      },
    },
    identify: (planned, raw) => Promise.resolve(identify(planned, raw)),
    broadcast: async (raw) => {
      await requireMainNetwork(api);
      const bytes = hexToBytes(raw);
      try {
        await api('/tx/submit', bytes);
      } catch (fault) {
        if (!(fault instanceof NodeFault)) throw fault;
        if ((await placeOf(readTransaction(raw).hash)) !== null) return;
        if (!EXPIRED.test(fault.message)) throw fault;
        throw new NodeFault('The plan has expired. Write it again with “plan cardano --replace”.', { cause: fault });
      }
    },
    // It has no contract that could fail in its block, and its fee is the planned one.
    outcome: (planned) => Promise.resolve(planned.kind === 'cardano' ? { isSuccess: true, fee: planned.fee } : null),
    trace: async (transaction, blockHash) => {
      await requireMainNetwork(api);
      return traceTransaction(api, { transaction, blockHash });
    },
  };
}

type Found = Omit<Coin, 'isUnripe'> & { readonly block: string };

/** Everything unspent at an address; nothing where the API has never seen it. */
async function readUnspent(api: Api, address: OwnAddress): Promise<Found[]> {
  const found: Found[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await api(`/addresses/${address.address}/utxos?count=${PAGE}&page=${page}`);
    const entries = answer === null ? [] : readList(answer, 'list of coins');
    found.push(...entries.map((entry) => readCoin(entry, address)));
    if (entries.length < PAGE) return found;
  }
}

function readCoin(entry: unknown, address: OwnAddress): Found {
  const fields = readFields(entry, 'coin');
  const { tx_hash: transaction, output_index: index, address: owner, amount, block } = fields;
  const hasScript = typeof fields['reference_script_hash'] === 'string';
  if (owner !== address.address) throw new NodeFault('The node gives coins that are not at our addresses.');
  const amounts = readList(amount, 'list of amounts').map((part) => {
    const { unit, quantity } = readFields(part, 'amount');
    if (typeof unit !== 'string' || !(unit === 'lovelace' || UNIT.test(unit))) garbage('token');
    return [unit, readWhole(quantity, 'amount')] as const;
  });
  const tokens = new Map(amounts);
  const lovelace = tokens.get('lovelace') ?? garbage('coin without its lovelace');
  tokens.delete('lovelace');
  if (tokens.size + 1 !== amounts.length) garbage('coin with one token twice');
  const place = { transaction: readHash(transaction, "transaction's name"), index: readCount(index, 'place') };
  return { ...place, address, lovelace, tokens, hasScript, block: readHash(block, "block's name") };
}

async function requireBlock(api: Api, name: string): Promise<{ height: bigint; slot: () => number }> {
  const answer = await api(`/blocks/${name}`);
  const block = readBlock(answer);
  if (block === null) throw new NodeFault(`The node does not give its block ${name}. Nothing was planned.`);
  return { height: block.height, slot: () => readCount(readFields(answer, 'block')['slot'], 'slot') };
}

async function readTerms(api: Api, slot: number): Promise<Terms> {
  const fields = readFields(await api('/epochs/latest/parameters'), 'list of the present terms');
  return {
    feePerByte: readWhole(fields['min_fee_a'], 'fee'),
    feeAtLeast: readWhole(fields['min_fee_b'], 'fee'),
    coinsPerByte: readWhole(fields['coins_per_utxo_size'], 'price of a place'),
    mostBytes: readCount(fields['max_tx_size'], 'size'),
    invalidHereafter: slot + SLOTS_TO_SIGN,
  };
}

/**
 * The id of a signed transaction; null unless it is the planned one, signed by the key of each address that it spends
 * from.
 */
function identify(planned: Planned, raw: string): string | null {
  if (planned.kind !== 'cardano') return null;
  const body = cardanoBody(planned);
  const name = blake2b(body, { dkLen: 32 });
  const addresses = [...new Set(planned.inputs.map(({ place }) => place.address))];
  const signatures = cardanoSignatures(body, raw, addresses.length);
  const isSigned = signatures?.every(
    ({ publicKey, signature }, at) =>
      cardanoAddress(publicKey).address === addresses[at] && verifyEd25519(publicKey, name, signature),
  );
  return isSigned === true ? bytesToHex(name) : null;
}
