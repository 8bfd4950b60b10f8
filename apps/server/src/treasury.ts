import { open, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isNetwork, NETWORK_IDS, type NetworkId, NETWORKS } from '@kobogate/contract';
import { readSignedPlan } from '@kobogate/plans';
import { openPurse } from './adapters/chains/open-purse.ts';
import { NodeFault } from './features/deposits/chain.ts';
import { findOpenPlan } from './features/treasury/db.ts';
import { discardPlan } from './features/treasury/discard-plan.ts';
import { findTreasury, planSpending, type SpendingDependencies } from './features/treasury/plan-spending.ts';
import type { Purse } from './features/treasury/purse.ts';
import { describeComparison, differenceOf, reconcile } from './features/treasury/reconcile.ts';
import { replacePlan } from './features/treasury/replace-plan.ts';
import { recordSigned, sendStage } from './features/treasury/send-plan.ts';
import { bookTopUp } from './features/treasury/top-up.ts';
import { loadAddressSources } from './features/wallets/load-address-sources.ts';
import { systemClock } from './platform/clock.ts';
import { type Configuration, ConfigurationError, readConfiguration } from './platform/configuration.ts';
import { openConfiguredDatabase } from './platform/configured-database.ts';
import { Failure } from './platform/errors.ts';
import { createLog } from './platform/log.ts';

const USAGE = `Moves coins that your keys hold. Signing is done offline: npm run keys -- sign FILE.

  plan [NETWORK…] [--refunds]   writes unsigned transactions to kobogate-plan-NETWORK.json: approved refunds and, without
                                --refunds, everything at deposit addresses to the treasury
  plan NETWORK --again          writes the file of the open plan once more
  plan NETWORK --replace        writes a plan in the place of the open one, of which the network does not take what was sent:
                                nothing is paid twice, since each transaction shuts out the one it replaces
  send FILE                     hands a signed plan to the network, stage by stage
  discard NETWORK               forgets an open plan that pays no refund
  top-up NETWORK                books coins that you put into the treasury yourself
  reconcile [NETWORK…]          compares the ledger with the chains, to the unit

NETWORK is one of: ${NETWORK_IDS.join(', ')}.`;

const OWNER_ONLY = 0o600;
/** A stage is asked for so often, so many times, before the operator is asked to come back. */
const STAGE_PAUSE_MS = 2_000;
const STAGE_TRIES = 60;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** What was asked can't be done; the sentence says why. */
class Refused extends Error {}

interface Desk extends SpendingDependencies {
  readonly configuration: Configuration;
}

/** `npm run treasury`: carries a command out, and answers the exit code: 1 where something differs or was left open. */
async function run([command = 'help', ...rest]: readonly string[]): Promise<number> {
  const work = { plan, send, discard, 'top-up': topUp, reconcile: compare }[command];
  if (work === undefined) {
    say(USAGE);
    return command === 'help' ? 0 : 1;
  }
  const configuration = readConfiguration(process.env);
  const networks = NETWORK_IDS.filter((network) => configuration.networks[network] !== undefined);
  const addressSources = await loadAddressSources({ ...configuration, networks });
  const database = await openConfiguredDatabase(configuration, createLog('warn'));
  try {
    return await work({ configuration, database, clock: systemClock, addressSources }, rest);
  } finally {
    await database.close();
  }
}

/** The purses of the named networks, of all watched ones that have one where none is named. */
function pursesOf({ configuration }: Desk, names: readonly string[]): Purse[] {
  const all = NETWORK_IDS.filter((network) => configuration.networks[network] !== undefined);
  return (names.length === 0 ? all : names).flatMap((name) => {
    const purse = purseOf(configuration, requireNetwork(name));
    if (purse === null && names.length > 0) throw new Refused(`Coins of ${name} can't be moved from here yet.`);
    return purse ?? [];
  });
}

function purseOf(configuration: Configuration, network: NetworkId): Purse | null {
  const settings = configuration.networks[network];
  if (settings === undefined)
    throw new Refused(`${NETWORKS[network].name} is not watched: set RPC_${network.toUpperCase()}.`);
  return openPurse({ network, ...settings, cardanoProjectId: configuration.cardanoProjectId });
}

function requireNetwork(name: string | undefined): NetworkId {
  if (name === undefined || !isNetwork(name)) throw new Refused(`Which network? One of: ${NETWORK_IDS.join(', ')}.`);
  return name;
}

async function plan(desk: Desk, rest: readonly string[]): Promise<number> {
  const names = rest.filter((word) => !word.startsWith('--'));
  if (rest.includes('--again')) return planAgain(desk, requireNetwork(names[0]));
  if (rest.includes('--replace')) return planReplacement(desk, requireNetwork(names[0]));
  for (const purse of pursesOf(desk, names)) {
    const { name } = NETWORKS[purse.network];
    if (findTreasury(desk.addressSources, purse.network) === null) {
      say(`${name}: coins there can't be moved from here, only counted: its keys give no treasury address.`);
      continue;
    }
    const made = await planSpending(desk, { purse, isSweep: !rest.includes('--refunds') });
    for (const note of made.notes) say(`${name}: ${note}`);
    if (made.plan === null) say(`${name}: there is nothing to move.`);
    else await writeNew(fileOf(purse.network), made.text, `${name}: ${made.plan.transactions.length} transactions`);
  }
  return 0;
}

async function planAgain({ database }: Desk, network: NetworkId): Promise<number> {
  const found = await findOpenPlan(database, network);
  if (found === null) throw new Refused('No plan of this network is open.');
  await writeNew(fileOf(network), found.body, NETWORKS[network].name);
  return 0;
}

async function planReplacement(desk: Desk, network: NetworkId): Promise<number> {
  const { name } = NETWORKS[network];
  const [purse] = pursesOf(desk, [network]);
  const confirmations = desk.configuration.networks[network]?.confirmations;
  if (purse === undefined || confirmations === undefined) throw new Refused(`${name} is not watched.`);
  const made = await replacePlan(desk, { purse, confirmations });
  for (const note of made.notes) say(`${name}: ${note}`);
  if (made.plan === null) say(`${name}: nothing of the plan is left; its refunds wait for a decision.`);
  else await writeNew(fileOf(network), made.text, `${name}: ${made.plan.transactions.length} transactions`);
  return 0;
}

const fileOf = (network: NetworkId): string => `kobogate-plan-${network}.json`;

/** Never over a file that is there: it may be a plan that somebody is signing. */
async function writeNew(path: string, text: string, what: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY).catch(() => {
    throw new Refused(
      `${path} is there already and was left as it is. Move it away, then write it with “plan NETWORK --again”.`,
    );
  });
  await file.writeFile(text);
  await file.close();
  say(`${what}: ${path}. Carry it to your offline machine: npm run keys -- sign ${path}`);
}

async function send(desk: Desk, [path = '']: readonly string[]): Promise<number> {
  const signed = readSignedPlan(await readFile(path, 'utf8').catch(() => ''));
  if (signed === null) throw new Refused(`${path === '' ? 'Which file? It' : path} is no signed plan of this version.`);
  const purse = purseOf(desk.configuration, signed.plan.network);
  if (purse === null) throw new Refused('Coins of this network can’t be moved from here yet.');
  const outgoing = await recordSigned(desk, { purse, signed });
  for (const { txid } of outgoing) say(`written down: ${txid}`);
  for (let tries = 0; tries < STAGE_TRIES; tries += 1) {
    const { sent, waiting, refusals } = await sendStage(desk, { purse, planId: signed.plan.id });
    if (refusals.length > 0) {
      for (const refusal of refusals) say(refusal);
      say('What was refused has not left. Please look at why, and run this command again; nothing is sent twice.');
      return 1;
    }
    if (waiting === 0) {
      say(sent === 0 ? 'All of it is in blocks.' : `${sent} sent. They are booked once they are final.`);
      return 0;
    }
    // The running gateway's watcher sees the earlier stage in a block.
    await setTimeout(STAGE_PAUSE_MS);
  }
  say(
    'Later stages wait for the earlier ones to be in a block. Please run this command again then; nothing is sent twice.',
  );
  return 1;
}

async function discard(desk: Desk, [name]: readonly string[]): Promise<number> {
  say(`Discarded: ${await discardPlan(desk, requireNetwork(name))}`);
  return 0;
}

async function topUp(desk: Desk, [name]: readonly string[]): Promise<number> {
  for (const purse of pursesOf(desk, [requireNetwork(name)])) {
    const booked = await bookTopUp(desk, purse);
    say(
      booked.length === 0
        ? 'The treasury holds no more than the ledger says.'
        : `Booked as yours: ${booked.join(', ')}`,
    );
  }
  return 0;
}

async function compare(desk: Desk, names: readonly string[]): Promise<number> {
  let differences = 0;
  for (const purse of pursesOf(desk, names)) {
    const { comparisons, underWay } = await reconcile(desk, purse);
    for (const comparison of comparisons) say(describeComparison(comparison));
    differences += comparisons.filter((comparison) => differenceOf(comparison) !== 0n).length;
    if (underWay > 0) {
      say(
        `${NETWORKS[purse.network].name}: ${underWay} transactions of ours are under way; what they move is not booked yet.`,
      );
    }
  }
  say(differences === 0 ? 'Ledger and chains agree.' : `${differences} differences.`);
  return differences === 0 ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isExpected =
    error instanceof Refused ||
    error instanceof Failure ||
    error instanceof NodeFault ||
    error instanceof ConfigurationError;
  if (!isExpected) throw error;
  say(error.message);
  process.exitCode = 1;
}
