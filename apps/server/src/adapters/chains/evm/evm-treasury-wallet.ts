import {
  ASSETS,
  EVM_ROWS,
  type EvmNetworkId,
  type EvmRow,
  type LedgerAsset,
  NETWORKS,
  STRAY_ASSETS,
} from '@kobogate/contract';
import { type EvmPlanned, mostFeeOf, type Planned } from '@kobogate/plans';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from 'micro-eth-signer';
import {
  type DueRefund,
  type Holding,
  NodeFault,
  type Outcome,
  type OwnAddress,
  type TreasuryWallet,
  type Replacing,
  type SpendingWish,
} from '../../../custody/index.ts';
import { cancelling, draftReplacement, numberOf, type TreasuryFacts } from './draft-replacement.ts';
import { draftSpending, type Prices } from './draft-spending.ts';
import { garbage, quantityOf, readData, readFields, readHash, readQuantity } from '../fields.ts';
import { assetsOn } from '../network-assets.ts';
import { createRpc, resultOf, type RpcAnswer, type RpcCall } from '../rpc.ts';
import { readHoldings } from './read-holdings.ts';
import { hasMoved, readReceipt } from './read-logs.ts';
import { gasOf, halfAsMuchAgain, readTokenTerms } from './token-terms.ts';
import { traceOf } from './trace.ts';

/** The minimum tip for the block producer, in wei: nodes of quiet networks suggest none. */
const LEAST_TIP = 10n ** 6n;
/**
 * What a payment of a network's own coin takes (Ethereum Yellow Paper, appendix G). More of it is a rollup's charge for the bytes
 * on Ethereum, which Arbitrum counts in gas: that changes while a plan is signed.
 */
const PAYMENT_GAS = 21_000n;
/** The errors of a node for a transaction that it already has. */
const KNOWN = /already known|already imported|known transaction/i;

/** Treasury operations with our coins on one EVM network, over its node's JSON-RPC. */
export function createEvmTreasuryWallet({
  network,
  rpcUrl,
}: {
  network: EvmNetworkId;
  rpcUrl: string;
}): TreasuryWallet {
  const { chainId, family, name } = NETWORKS[network];
  const row: EvmRow = EVM_ROWS[network];
  const rpc = createRpc(rpcUrl);
  const assets: readonly LedgerAsset[] = [...ASSETS, ...STRAY_ASSETS].filter((asset) => asset.network === network);
  const native = assets.find(({ contract }) => contract === null);
  if (native === undefined) throw new Error(`there is no own coin of ${network}`);

  async function ask(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const [chain, ...answers] = await rpc([{ method: 'eth_chainId', params: [] }, ...calls]);
    if (readQuantity(resultOf(chain, 'eth_chainId'), 'chain id') !== BigInt(chainId)) {
      throw new NodeFault(`The node is not on ${name}. Nothing it says is used.`);
    }
    return answers;
  }

  const holdings = (addresses: readonly OwnAddress[]): Promise<Holding[]> => readHoldings(ask, assets, addresses);

  async function used(addresses: readonly OwnAddress[]): Promise<ReadonlySet<string>> {
    const [held, answers] = [
      await holdings(addresses),
      await ask(addresses.map(({ address }) => ({ method: 'eth_getTransactionCount', params: [address, 'latest'] }))),
    ];
    const sent = addresses.filter((_address, index) => readTotal(answers[index]) > 0);
    return new Set([...held.map(({ address }) => address), ...sent].map(({ addressKey }) => addressKey));
  }

  async function readNonces(addresses: readonly OwnAddress[]): Promise<ReadonlyMap<string, number>> {
    const answers = await ask(
      addresses.map(({ address }) => ({ method: 'eth_getTransactionCount', params: [address, 'pending'] })),
    );
    return new Map(
      addresses.map(({ addressKey }, index) => {
        return [addressKey, readTotal(answers[index])];
      }),
    );
  }

  async function readGasPrice() {
    const [block, tip] = await ask([
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
      { method: 'eth_maxPriorityFeePerGas', params: [] },
    ]);
    const fields = readFields(resultOf(block, 'eth_getBlockByNumber'), 'block');
    const base = readQuantity(fields['baseFeePerGas'], 'base fee');
    const offered = tip?.ok === true ? readQuantity(tip.result, 'priority fee') : 0n;
    const priority = offered > LEAST_TIP ? offered : LEAST_TIP;
    const price = {
      // Twice the current fee still fits after six full blocks (EIP-1559: an eighth more per block).
      maxFeePerGas: 2n * base + priority,
      maxPriorityFeePerGas: priority,
      reserve: row.reserve ?? 0n,
    };
    return { price, height: readQuantity(fields['number'], 'height') };
  }

  /** Gas of a payment of the network's own coin by the treasury. */
  async function readPaymentGas({ address }: OwnAddress): Promise<bigint> {
    const [payment] = await ask([
      { method: 'eth_estimateGas', params: [{ from: address, to: address, value: '0x0' }] },
    ]);
    const gas = readQuantity(resultOf(payment, 'eth_estimateGas'), 'gas');
    return gas > PAYMENT_GAS ? halfAsMuchAgain(gas) : gas;
  }

  async function readPrices(held: readonly Holding[], wish: SpendingWish): Promise<Prices> {
    const { treasury, refunds } = wish;
    const { price } = await readGasPrice();
    return {
      ...price,
      payment: await readPaymentGas(treasury),
      refunds: await readRefundGas(refunds, treasury),
      // An address that holds none of a token yet takes more gas.
      tokens: await readTokenTerms({ ask, assets }, held, { ...wish, treasury: wish.sweepTo ?? treasury }),
    };
  }

  /** Each refund of the network's own coin is simulated: a contract at the address may run code of its own. */
  async function readRefundGas(
    refunds: readonly DueRefund[],
    treasury: OwnAddress,
  ): Promise<ReadonlyMap<string, bigint>> {
    const own = refunds.filter(({ asset }) => asset === native?.code);
    const answers = await ask(
      own.map(({ address, amount }) => ({
        method: 'eth_estimateGas',
        params: [{ from: treasury.address, to: address, value: quantityOf(amount) }],
      })),
    );
    return new Map(own.flatMap(({ id }, index) => gasOf(id, answers[index])));
  }

  async function draft(wish: SpendingWish) {
    const { treasury, deposits } = wish;
    const held = await holdings([treasury, ...deposits]);
    const active = [
      ...new Map([treasury, ...held.map(({ address }) => address)].map((a) => [a.addressKey, a])).values(),
    ];
    const [nonces, prices] = await Promise.all([readNonces(active), readPrices(held, wish)]);
    return draftSpending({ network, native: requireNative(native), prices, holdings: held, nonces }, wish);
  }

  const replacing: Replacing = {
    uses: (planned) => (planned.kind === 'evm' ? [numberOf(planned)] : []),
    cancel: (planned, treasury) =>
      planned.kind === 'evm' ? cancelling(planned, treasury, requireNative(native).code) : null,
    draft: async (waiting, { treasury, reserved = [], confirmations, readTo }) => {
      const { price, height } = await readGasPrice();
      const deep = height + 1n - BigInt(confirmations);
      // In blocks that the watcher has not read yet, the nonce may have been used by this transaction.
      const settled = readTo !== null && deep > readTo ? readTo : deep;
      const block = quantityOf(settled < 0n ? 0n : settled);
      const mine = waiting.flatMap(({ planned, txid }) => (planned.kind === 'evm' ? [{ planned, txid }] : []));
      const answers = await ask(
        mine.flatMap(({ planned: { from }, txid }) => [
          { method: 'eth_getTransactionCount', params: [from.address, 'latest'] },
          { method: 'eth_getTransactionCount', params: [from.address, block] },
          { method: 'eth_getTransactionReceipt', params: [txid] },
          { method: 'eth_getTransactionByHash', params: [txid] },
          { method: 'eth_getBalance', params: [from.address, 'latest'] },
        ]),
      );
      const known = mine.map((each, at) => {
        const [mined, final, receipt, found, balance] = answers.slice(5 * at);
        const isKnown =
          resultOf(receipt, 'eth_getTransactionReceipt') !== null ||
          resultOf(found, 'eth_getTransactionByHash') !== null;
        const held = readQuantity(resultOf(balance, 'eth_getBalance'), 'balance');
        const settledTotal = readTo === null ? 0 : readTotal(final);
        return Object.assign(each, { mined: readTotal(mined), final: settledTotal, isKnown, held });
      });
      const [own] = await ask([{ method: 'eth_getBalance', params: [treasury.address, 'latest'] }]);
      const balances = new Map([
        [treasury.address, readQuantity(resultOf(own, 'eth_getBalance'), 'balance')],
        ...known.map(({ planned, held }) => [planned.from.address, held] as const),
      ]);
      const paying = reserved.filter((planned) => planned.kind === 'evm').filter(({ from }) => from.chain === 1);
      const treasuryFacts: TreasuryFacts = {
        address: treasury,
        native: requireNative(native).code,
        // Only deposit addresses are sent more.
        gas: mine.some(({ planned }) => planned.from.chain === 0) ? await readPaymentGas(treasury) : 0n,
        promised: paying.reduce((sum, planned) => sum + mostFeeOf(planned) + planned.value, 0n),
        nonce: (await readNonces([treasury])).get(treasury.addressKey) ?? 0,
        taken: new Set(
          [...paying, ...mine.map(({ planned }) => planned)].flatMap(({ from, nonce }) =>
            from.chain === 1 ? nonce : [],
          ),
        ),
      };
      return draftReplacement({ network, balances, ...price, treasury: treasuryFacts }, known);
    },
  };

  /** Whether the node has a transaction, in a block or waiting: another one with its nonce is no proof of that. */
  async function isThere(hash: string): Promise<boolean> {
    const [answer] = await ask([{ method: 'eth_getTransactionByHash', params: [hash] }]);
    return answer?.ok === true && answer.result !== null;
  }

  return {
    network,
    family,
    holdings,
    used,
    draft,
    replacing,
    identify: (planned, raw) => Promise.resolve(identify(planned, raw, chainId)),
    broadcast: async (raw) => {
      const [answer] = await ask([{ method: 'eth_sendRawTransaction', params: [raw] }]);
      if (answer?.ok === false && (KNOWN.test(answer.message) || (await isThere(hashOf(raw))))) return;
      resultOf(answer, 'eth_sendRawTransaction');
    },
    outcome: async (planned, transaction, blockHash) => {
      const [answer] = await ask([{ method: 'eth_getTransactionReceipt', params: [transaction] }]);
      const proof = resultOf(answer, 'eth_getTransactionReceipt');
      const outcome = readOutcome(proof, transaction, blockHash);
      if (outcome?.isSuccess !== true || planned.kind !== 'evm' || planned.data === '0x') return outcome;
      const lower = (address: string): string => address.toLowerCase();
      const moved = { contract: lower(planned.to), from: lower(planned.from.address), to: lower(planned.payee) };
      return { ...outcome, isSuccess: hasMoved(readReceipt(proof) ?? garbage('receipt'), moved) };
    },
    trace: async (transaction, blockHash) => {
      const [receipt, sent] = await ask([
        { method: 'eth_getTransactionReceipt', params: [transaction] },
        { method: 'eth_getTransactionByHash', params: [transaction] },
      ]);
      const proof = resultOf(receipt, 'eth_getTransactionReceipt');
      const outcome = readOutcome(proof, transaction, blockHash);
      if (outcome === null) return null;
      const told = { receipt: proof, sent: resultOf(sent, 'eth_getTransactionByHash') };
      return traceOf(assetsOn(network), outcome, told);
    },
  };
}

/** What a receipt says about its transaction; null where that is in no block, or in another one. */
function readOutcome(receipt: unknown, transaction: string, blockHash: string): Outcome | null {
  if (receipt === null) return null;
  const fields = readFields(receipt, 'receipt');
  if (readHash(fields['blockHash'], 'block of a receipt') !== blockHash) return null;
  if (readHash(fields['transactionHash'], 'transaction of a receipt') !== transaction) garbage('receipt');
  const gas = readQuantity(fields['gasUsed'], 'gas used');
  const price = readQuantity(fields['effectiveGasPrice'], 'gas price');
  // Rollups of the OP Stack charge for writing to Ethereum besides the gas.
  const written = fields['l1Fee'] === undefined ? 0n : readQuantity(fields['l1Fee'], 'fee of Ethereum');
  return { isSuccess: readQuantity(fields['status'], 'status') === 1n, fee: gas * price + written };
}

const readTotal = (answer: RpcAnswer | undefined): number =>
  Number(readQuantity(resultOf(answer, 'eth_getTransactionCount'), 'count of transactions'));

/** The hash of a signed transaction's bytes. */
const hashOf = (raw: string): string =>
  `0x${bytesToHex(keccak_256(hexToBytes(readData(raw, 'signed transaction').slice(2))))}`;

function requireNative(native: LedgerAsset | undefined): LedgerAsset {
  if (native === undefined) throw new Error('a network has no coin of its own');
  return native;
}

/**
 * The hash of a signed transaction; null unless it is the planned one, field by field, signed by the planned address, in
 * the one form that nodes take. Bytes in another form have another hash, under which nothing of it would ever be found.
 */
function identify(planned: Planned, raw: string, chainId: number): string | null {
  if (planned.kind !== 'evm' || !/^0x02(?:[0-9a-f]{2})+$/.test(raw)) return null;
  try {
    const signed = Transaction.fromHex(raw);
    const isIt =
      isTypeTwo(signed) &&
      signed.raw.chainId === BigInt(chainId) &&
      isSame(signed.raw, planned) &&
      signed.toHex() === raw &&
      // Throws where `s` is in the upper half of secp256k1's order, which no network takes (EIP-2).
      signed.sender.toLowerCase() === planned.from.address.toLowerCase();
    return isIt ? hashOf(raw) : null;
  } catch {
    // Bytes that are not a transaction, or an invalid signature.
    return null;
  }
}

type TypeTwo = InstanceType<typeof Transaction<'eip1559'>>;

const isTypeTwo = (signed: { readonly type: string }): signed is TypeTwo => signed.type === 'eip1559';

function isSame(signed: TypeTwo['raw'], planned: EvmPlanned): boolean {
  return (
    signed.to.toLowerCase() === planned.to.toLowerCase() &&
    signed.value === planned.value &&
    signed.data === planned.data &&
    signed.nonce === BigInt(planned.nonce) &&
    signed.gasLimit === planned.gas &&
    signed.maxFeePerGas === planned.maxFeePerGas &&
    signed.maxPriorityFeePerGas === planned.maxPriorityFeePerGas &&
    signed.accessList.length === 0
  );
}
