import { readBase58, writeBase58 } from '@kobogate/addresses';
import { NETWORKS } from '@kobogate/contract';
import { type Planned, solanaSignatures, solanaTransferMessage } from '@kobogate/plans';
import type { TreasuryWallet } from '../../../custody/index.ts';
import { readFields, readList } from '../fields.ts';
import { createRpc, resultOf, type Rpc } from '../rpc.ts';
import { verifyEd25519 } from '../verify-ed25519.ts';
import { draftSpending } from './draft-spending.ts';
import { dateOf, draftReplacement, impossibleOf } from './draft-replacement.ts';
import { createNonceMaker, newNonceSecret } from './nonce-maker.ts';
import { readCount } from './read-block.ts';
import { readEmptied, readHoldings, readNonces, readPayees, readWaiting, type UsedNonce } from './read-holdings.ts';
import { readOutcome } from './read-outcome.ts';
import { sendRaw } from './send-raw.ts';
import { traceTransaction } from './trace.ts';

const NETWORK = 'solana';
/** The price per compute unit, in millionths of a lamport: a transaction uses 100,000 of them at most. */
const LEAST_PRICE = 10_000n;
const MOST_PRICE = 1_000_000n;

/**
 * Treasury operations with our coins on Solana, over its node's RPC (https://solana.com/docs/rpc). Final blocks only.
 */
export function createSolanaTreasuryWallet({ rpcUrl }: { rpcUrl: string }): TreasuryWallet {
  const rpc = createRpc(rpcUrl);
  const used = new Map<string, UsedNonce>();
  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    closesAccounts: true,
    holdings: async (addresses) => (await readHoldings(rpc, addresses)).held,
    used: async (addresses) =>
      new Set((await readHoldings(rpc, addresses)).held.map(({ address }) => address.addressKey)),
    draft: async (wish) => {
      const own = await readHoldings(rpc, [wish.treasury, ...wish.deposits]);
      const { mints } = wish.sweepTo === undefined ? own : await readHoldings(rpc, [wish.sweepTo]);
      const taken = new Set(
        (wish.reserved ?? []).flatMap((planned) => (planned.kind === 'solana' ? planned.nonceAccount : [])),
      );
      const free = (wish.nonceAccounts ?? []).filter((account) => !taken.has(account));
      const nonces = await readNonces(rpc, free, wish.treasury);
      const payees = await readPayees(rpc, wish.refunds);
      const emptied = await readEmptied(rpc, wish.emptied ?? []);
      return draftSpending({ holdings: own.held, nonces, mints, payees, emptied, ...(await readTerms(rpc)) }, wish);
    },
    identify: (planned, raw) => Promise.resolve(identify(planned, raw)),
    broadcast: (raw) => sendRaw(rpc, Buffer.from(raw, 'hex')),
    outcome: (planned, transaction, blockHash) =>
      planned.kind === 'solana' ? readOutcome(rpc, planned, transaction, blockHash) : Promise.resolve(null),
    trace: (transaction, blockHash) => traceTransaction(rpc, { transaction, blockHash }),
    replacing: {
      uses: (planned) => (planned.kind === 'solana' ? [dateOf(planned)] : []),
      impossible: async (waiting, { readTo }) =>
        impossibleOf(await readWaiting(rpc, waiting, { used, readTo }), readTo),
      draft: async (waiting, { readTo }) => {
        const { unitPrice } = await readTerms(rpc);
        return draftReplacement({ unitPrice, readTo }, await readWaiting(rpc, waiting, { used, readTo }));
      },
    },
    nonces: {
      newSecret: newNonceSecret,
      open: (options) => createNonceMaker({ rpc, ...options }),
    },
  };
}

async function readTerms(rpc: Rpc): Promise<{ unitPrice: bigint; leastLamports: bigint }> {
  const [least, fees] = await rpc([
    { method: 'getMinimumBalanceForRentExemption', params: [0] },
    { method: 'getRecentPrioritizationFees', params: [] },
  ]);
  const prices = readList(resultOf(fees, 'getRecentPrioritizationFees'), 'list of fees').map((entry) =>
    readCount(readFields(entry, 'fee')['prioritizationFee'], 'fee'),
  );
  const highest = prices.reduce((one, other) => (one > other ? one : other), LEAST_PRICE);
  return {
    unitPrice: highest < MOST_PRICE ? highest : MOST_PRICE,
    leastLamports: readCount(resultOf(least, 'getMinimumBalanceForRentExemption'), 'rent'),
  };
}

/** The first signature of a signed transfer; null unless it is the planned one, signed by every required key. */
function identify(planned: Planned, raw: string): string | null {
  if (planned.kind !== 'solana') return null;
  const message = solanaTransferMessage(planned);
  const signatures = solanaSignatures(message, raw);
  const [first] = signatures ?? [];
  const isSigned = signatures?.every((signature, at) =>
    verifyEd25519(readBase58(message.signers[at] ?? ''), message.bytes, signature),
  );
  return first === undefined || isSigned !== true ? null : writeBase58(first);
}
