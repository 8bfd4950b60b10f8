import { findLedgerAsset, isNetwork, type NetworkStatus, NETWORKS } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Database } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { worthText } from '../deposits/deposit.ts';
import { listAllOpen, type Surplus } from '../found/surpluses/db.ts';
import { describeSurpluses, placesOf } from '../found/surplus.ts';
import { countUntraced, listProviders, listWaiting, listWatchers, type ProviderRow } from './db.ts';

const NO_TRACES =
  'No provider of this network traces blocks: coins sent by contracts are found by balance checks only. Add a provider with trace_block or debug_traceBlockByNumber.';
const MISSING_TRACES =
  'blocks wait for a trace that their providers refused: coins that contracts sent in them are found once one gives it, or by balance checks.';
const LONE =
  'Only one provider is asked: nobody confirms its answers, and larger deposits wait for a person. Name a second one in the network’s RPC variable.';

const CONTRADICTED =
  'payment is not the same at all providers: see below what each says. It is read again and credited once two of them agree. Repair the one that is wrong, replace it, or add a third.';
const CONTRADICTED_MANY =
  'payments are not the same at all providers: see below what each says. They are read again and credited once two of them agree. Repair the one that is wrong, replace it, or add a third.';

const SEARCHED =
  'more than the known payments are at the deposit addresses: the payment is looked for at each provider. Where one shows it, it is credited and the others are named below; where none does, the network stops.';

/** Each watched network as administrators see it; what waits there with its worth at these rates. */
export async function describeNetworks(
  database: Database,
  rates: Awaited<ReturnType<CurrentRates>>,
): Promise<NetworkStatus[]> {
  const [watchers, providers, waiting, untraced, surpluses] = await Promise.all([
    listWatchers(database),
    listProviders(database),
    listWaiting(database),
    countUntraced(database),
    listAllOpen(database),
  ]);
  const today = new Date().toISOString().slice(0, 10);
  return watchers.map(({ network, height, headHeight, checkedAt, stalled, secondsLeft }) => {
    const own = providers.filter((provider) => provider.network === network);
    const ours = waiting.filter((deposit) => deposit.network === network);
    const stopped = surpluses.filter((each) => each.network === network && each.isStopped);
    const furthest = own.reduce<bigint>((most, provider) => largest(most, provider.height), -1n);
    return {
      network,
      name: isNetwork(network) ? NETWORKS[network].name : network,
      height: height === null ? null : Number(height),
      headHeight: headHeight === null ? null : Number(headHeight),
      checkedAt: checkedAt?.toISOString() ?? null,
      stalled,
      surplus: surplusOf(stopped),
      surplusAt: placesOf(stopped),
      secondsLeft,
      providers: own.map((provider) => ({
        position: provider.position,
        host: provider.host,
        state: provider.state,
        height: provider.height === null ? null : Number(provider.height),
        lag: provider.height === null ? null : Number(furthest - provider.height),
        latencyMs: provider.latencyMs,
        lastError: provider.lastError,
        lastErrorAt: provider.lastErrorAt?.toISOString() ?? null,
        heads: provider.heads,
        headsError: provider.headsError,
        headsErrorAt: provider.headsErrorAt?.toISOString() ?? null,
        callsToday: provider.usage.day === today ? provider.usage.calls : 0,
        callsPerDay: provider.callsPerDay,
        bytesToday: provider.usage.day === today ? provider.usage.bytes : 0,
      })),
      degraded: describeDegraded(
        own,
        untraced.get(network) ?? 0,
        ours.filter(({ contradiction }) => contradiction !== null).length,
        surplusOf(surpluses.filter((each) => each.network === network && !each.isStopped)),
      ),
      waiting: ours.map((deposit) => describeWaiting(deposit, worthText(deposit, rates))),
    };
  });
}

const surplusOf = (open: readonly Surplus[]): string | null => (open.length === 0 ? null : describeSurpluses(open));

const largest = (one: bigint, other: bigint | null): bigint => (other !== null && other > one ? other : one);

/** What does not work as well as it should, and what that means, a sentence each. Pure. */
function describeDegraded(
  providers: readonly Pick<ProviderRow, 'host' | 'tracing' | 'state'>[],
  untraced: number,
  contradicted: number,
  searched: string | null = null,
): string[] {
  const broken = providers.filter(({ state }) => state === 'fails' || state === 'lags' || state === 'rests');
  const tracing = providers.filter((provider) => provider.tracing !== 'not needed' && provider.tracing !== 'unknown');
  const isWithoutTraces = tracing.length > 0 && tracing.every((provider) => provider.tracing === 'not offered');
  return [
    ...(isWithoutTraces ? [NO_TRACES] : []),
    ...(!isWithoutTraces && untraced > 0 ? [`${untraced} ${MISSING_TRACES}`] : []),
    ...(searched === null ? [] : [`${searched} ${SEARCHED}`]),
    ...(contradicted > 0 ? [`${contradicted} ${contradicted === 1 ? CONTRADICTED : CONTRADICTED_MANY}`] : []),
    ...(new Set(providers.map(({ host }) => host)).size === 1 ? [LONE] : []),
    ...(providers.length > 1 && broken.length > 0
      ? [
          `${broken.map(({ host }) => host).join(', ')} can’t be used now: deposits may wait longer for a second provider’s word.`,
        ]
      : []),
  ];
}

function describeWaiting(
  { asset: code, amount, seenAt, network: _network, ...deposit }: Awaited<ReturnType<typeof listWaiting>>[number],
  nairaKobo: string | null,
): NetworkStatus['waiting'][number] {
  const { currency = code, decimals = 0 } = findLedgerAsset(code) ?? {};
  return { ...deposit, nairaKobo, currency, amount: formatUnits(amount, decimals), seenAt: seenAt.toISOString() };
}
