import { findLedgerAsset, NETWORKS } from '@kobogate/contract';
import { formatUnits, groupThousands } from '@kobogate/money';
import { type Fence, findFence, listChecks, noteCheck, type RecoveryCheck } from '../../controls/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { NodeFault } from '../deposits/chain.ts';
import { findReading } from '../watching/db.ts';
import { countUnclaimed } from '../treasury/db.ts';
import type { TreasuryWallet } from '../treasury/treasury-wallet.ts';
import { differenceOf, reconcile } from '../treasury/reconcile.ts';
import type { WatchedTreasuryWallet } from '../treasury/settle-outgoing.ts';
import { findReserve } from '../wallets/db.ts';
import { reserveAddresses, type ReserveDependencies } from '../wallets/reserve-addresses.ts';
import { countFound } from './db.ts';
import { scanReserved } from './scan-reserved.ts';

interface RecoverDependencies extends ReserveDependencies {
  readonly clock: Clock;
  readonly treasuryWallets: readonly WatchedTreasuryWallet[];
}

/**
 * While a fence is up: asks the chains about the reserved addresses, and records for each network how far it is
 * compared with the books. A network is done once its chain was asked, the watcher has read from then on to the newest
 * block, and everything that our addresses sent without the books' knowledge is booked. May be repeated at any time.
 */
export async function recoverChains(dependencies: RecoverDependencies): Promise<void> {
  const { database, addressSources, treasuryWallets } = dependencies;
  const fence = await findFence(database);
  if (fence === null) return;
  // Done at the start if the fence was up by then.
  await reserveAddresses(dependencies, fence.id);
  const faults = new Map<string, string>();
  for (const source of addressSources) {
    const all = treasuryWallets.map(({ treasuryWallet }) => treasuryWallet);
    await scanReserved({ database, treasuryWallets: all }, { fenceId: fence.id, source }).catch((error: unknown) => {
      faults.set(source.family, sentenceOf(dependencies, error, source.family));
    });
  }
  const before = new Map((await listChecks(database, fence.id)).map((check) => [`${check.part} ${check.name}`, check]));
  for (const { treasuryWallet } of treasuryWallets) {
    // A finished comparison stays so: nothing leaves until the fence is lifted.
    if (before.get(`chain ${treasuryWallet.network}`)?.state === 'done') continue;
    const fault = faults.get(treasuryWallet.family) ?? null;
    await noteCheck(database, fence.id, await describeNetwork(dependencies, { fence, treasuryWallet, fault }));
  }
}

async function describeNetwork(
  dependencies: RecoverDependencies,
  {
    fence,
    treasuryWallet,
    fault,
  }: { readonly fence: Fence; readonly treasuryWallet: TreasuryWallet; readonly fault: string | null },
): Promise<RecoveryCheck> {
  const { database, addressSources, clock } = dependencies;
  const { network, family } = treasuryWallet;
  const check = (state: RecoveryCheck['state'], detail: string): RecoveryCheck => {
    const readTo = state === 'done' ? clock.now() : null;
    return { part: 'chain', name: network, state, detail, readTo };
  };
  const source = addressSources.find((each) => each.family === family);
  const reserve = source === undefined ? null : await findReserve(database, fence.id, source);
  if (fault !== null) return check('failed', fault);
  if (reserve === null || reserve.scannedAt === null) {
    return check('reading', 'The chain is asked about the addresses that may have been given out since the backup.');
  }
  const reading = await findReading(database, network);
  if (reading.stalled !== null) return check('failed', reading.stalled);
  const isCurrent = reading.checkedAt !== null && reading.checkedAt > reserve.scannedAt;
  if (!isCurrent || reading.height === null || reading.headHeight === null) {
    return check('reading', 'The blocks since the backup are about to be read again.');
  }
  if (reading.height < reading.headHeight) {
    const left = reading.headHeight - reading.height;
    return check(
      'reading',
      `The blocks since the backup are read again: ${grouped(left)} are left up to ${grouped(reading.headHeight)}.`,
    );
  }
  const { found, seen, open } = await countFound(database, network);
  if (seen > 0) {
    return check(
      'reading',
      `${seen} of our own transactions that the books did not know are not final or not read yet.`,
    );
  }
  try {
    const differences = await describeDifferences(dependencies, treasuryWallet);
    const { endIndex, firstIndex } = reserve;
    const words = [
      `Read to block ${grouped(reading.height)}. ${grouped(endIndex - firstIndex)} addresses that may have been given out are reserved.`,
      ...(found > 0 ? [`Found and booked: ${found} of our own transactions that the books did not know.`] : []),
      ...(open > 0
        ? [`On the Refunds page, ${open} of them ${open === 1 ? 'waits' : 'wait'} for you to say what it was.`]
        : []),
      ...(await describeUnclaimed(dependencies, network)),
      ...differences,
    ];
    return check('done', words.join(' '));
  } catch (error) {
    return check('failed', sentenceOf(dependencies, error, network));
  }
}

async function describeUnclaimed({ database }: RecoverDependencies, network: string): Promise<string[]> {
  const count = await countUnclaimed(database, network);
  return count === 0
    ? []
    : [`On the Refunds page: ${count} ${count === 1 ? 'payment' : 'payments'} without a known owner.`];
}

const grouped = (count: number | bigint): string => groupThousands(String(count));

/** How the chain differs from the books now, in sentences. */
async function describeDifferences(
  dependencies: RecoverDependencies,
  treasuryWallet: TreasuryWallet,
): Promise<string[]> {
  const { comparisons } = await reconcile(dependencies, treasuryWallet);
  return comparisons.flatMap((comparison) => {
    const difference = differenceOf(comparison);
    if (difference === 0n) return [];
    const asset = findLedgerAsset(comparison.asset);
    const size = formatUnits(difference < 0n ? -difference : difference, asset?.decimals ?? 0);
    const where = comparison.place === 'custody' ? 'The deposit addresses hold' : 'The treasury holds';
    return [
      `${where} ${size} ${asset?.currency ?? comparison.asset} ${difference < 0n ? 'less' : 'more'} than the books say.`,
    ];
  });
}

function sentenceOf({ log }: RecoverDependencies, error: unknown, where: string): string {
  if (error instanceof NodeFault) return error.message;
  log.error({ err: error, where }, 'a chain was not compared with the books; it is tried again');
  return `Something in this program failed while ${nameOf(where)} was compared. It is tried again.`;
}

const nameOf = (where: string): string => Object.entries(NETWORKS).find(([id]) => id === where)?.[1].name ?? where;
