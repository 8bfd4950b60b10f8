import { open, readFile, rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isNetwork, NETWORK_IDS, type NetworkId, NETWORKS, type PlanId } from '@kobogate/contract';
import { readSignedPlans, type SignedPlan } from '@kobogate/plans';
import { openTreasuryWallet } from '../adapters/chains/open-treasury-wallet.ts';
import {
  bookTopUp,
  describeComparison,
  describeSurpluses,
  differenceOf,
  discardPlan,
  explainSurpluses,
  type FindAwaited,
  findTreasury,
  listAllOpen,
  loadAddressSources,
  listOpenPlans,
  makeNonces,
  nativeText,
  NodeFault,
  placesOf,
  planSpending,
  type TreasuryWallet,
  readNonceOrder,
  reconcile,
  recordSigned,
  replacePlan,
  sendStage,
  treasuryOf,
  type Written,
} from '../custody/index.ts';
import { createDepartureGate, fenced, isFenced } from '../controls/index.ts';
import { endEverySignIn } from '../identity/index.ts';
import { listAwaited } from '../sales/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import type { Database } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';
import { openBooks } from './open-books.ts';

const USAGE = `Moves coins that your keys hold. Signing is done offline: npm run keys -- sign FILE.

  npm run ops -- treasury COMMAND

  plan [NETWORK…] [--refunds] [--everywhere]
                                writes unsigned transactions to kobogate-plan-NETWORK.json (…-1.json and so on for parts):
                                approved refunds and, without --refunds, everything at deposit addresses to the treasury;
                                with --everywhere it asks about every address, not only those with coins by the books
  plan NETWORK --again          writes the files of the open plans once more
  plan NETWORK --replace        writes a plan in the place of one of which the network does not take what was sent: nothing
                                is paid twice, since each transaction shuts out the one it replaces
  send FILE…                    hands signed plans to the networks, stage by stage
  discard NETWORK               forgets open plans that pay no refund
  resume NETWORK --reason TEXT  lets a network go on that was stopped because its addresses hold more than known payments
  top-up NETWORK                books coins that you put into the treasury yourself
  nonces solana [COUNT]         makes accounts that date transactions until they are signed, one for each of a plan (20)
  reconcile [NETWORK…]          compares the ledger with the chains, to the unit

NETWORK is one of: ${NETWORK_IDS.join(', ')}.`;

/** The subcommands that a fence blocks. */
const MOVES_COINS: ReadonlySet<string> = new Set(['plan', 'send', 'discard', 'top-up']);

const OWNER_ONLY = 0o600;
/** How often, and how many times, a stage is checked before the operator is asked to come back. */
const STAGE_PAUSE_MS = 2_000;
const STAGE_TRIES = 60;

/** The request can't be carried out; the message says why. */
class Refused extends Error {}

interface Desk {
  readonly database: Database;
  readonly clock: Clock;
  readonly addressSources: Awaited<ReturnType<typeof loadAddressSources>>;
  readonly configuration: Configuration;
  readonly findAwaited: FindAwaited;
}

/** Runs a subcommand, and answers the exit code: 1 where something differs or was left open. */
async function run([name = 'help', ...rest]: readonly string[]): Promise<number> {
  const work = { plan, send, discard, 'top-up': topUp, nonces, resume, reconcile: compare }[name];
  if (work === undefined) {
    say(USAGE);
    return name === 'help' ? 0 : 1;
  }
  const configuration = readConfiguration(readSecrets(process.env));
  const networks = NETWORK_IDS.filter((network) => configuration.networks[network] !== undefined);
  const addressSources = await loadAddressSources({ ...configuration, networks });
  const log = createLog('warn');
  const database = await openBooks(configuration, log);
  try {
    // Before and after: departures are recorded outside the database too.
    const gate = createDepartureGate({ database, log, path: configuration.epochFile, endSessions: endEverySignIn });
    await gate.compare();
    if (MOVES_COINS.has(name) && (await isFenced(database))) throw fenced();
    const findAwaited = (addresses: readonly string[]) => listAwaited(database, addresses);
    const code = await work({ configuration, database, clock: database.clock, addressSources, findAwaited }, rest);
    await gate.compare();
    return code;
  } finally {
    await database.close();
  }
}

/** The treasury wallets of the named networks; without names those of all watched networks that have one. */
function treasuryWalletsOf({ configuration }: Desk, names: readonly string[]): TreasuryWallet[] {
  const all = NETWORK_IDS.filter((network) => configuration.networks[network] !== undefined);
  return (names.length === 0 ? all : names).flatMap((name) => {
    const treasuryWallet = treasuryWalletOf(configuration, requireNetwork(name));
    if (treasuryWallet === null && names.length > 0)
      throw new Refused(`Coins of ${name} can't be moved from here yet.`);
    return treasuryWallet ?? [];
  });
}

function treasuryWalletOf(configuration: Configuration, network: NetworkId): TreasuryWallet | null {
  const settings = configuration.networks[network];
  if (settings === undefined)
    throw new Refused(`${NETWORKS[network].name} is not watched: set RPC_${network.toUpperCase()}.`);
  return openTreasuryWallet({ network, ...settings, cardanoProjectId: configuration.cardanoProjectId });
}

function requireNetwork(name: string | undefined): NetworkId {
  if (name === undefined || !isNetwork(name)) throw new Refused(`Which network? One of: ${NETWORK_IDS.join(', ')}.`);
  return name;
}

async function plan(desk: Desk, rest: readonly string[]): Promise<number> {
  const names = rest.filter((word) => !word.startsWith('--'));
  if (rest.includes('--again')) return planAgain(desk, requireNetwork(names[0]));
  if (rest.includes('--replace')) return planReplacement(desk, requireNetwork(names[0]));
  for (const treasuryWallet of treasuryWalletsOf(desk, names)) {
    const { name } = NETWORKS[treasuryWallet.network];
    if (findTreasury(desk.addressSources, treasuryWallet.network) === null) {
      say(`${name}: coins there can't be moved from here, only counted: its keys give no treasury address.`);
      continue;
    }
    const isSweep = !rest.includes('--refunds');
    const made = await planSpending(desk, { treasuryWallet, isSweep, isEverywhere: rest.includes('--everywhere') });
    for (const note of made.notes) say(`${name}: ${note}`);
    if (made.plans.length === 0) say(`${name}: there is nothing to move.`);
    await writePlans(treasuryWallet.network, made.plans);
  }
  return 0;
}

/** A file for each plan: its parts in their order. */
async function writePlans(network: NetworkId, plans: Written['plans']): Promise<void> {
  for (const [
    at,
    {
      plan: { transactions },
      text,
    },
  ] of plans.entries()) {
    const part = plans.length === 1 ? '' : `, part ${at + 1} of ${plans.length}`;
    const words = `${NETWORKS[network].name}${part}: ${transactions.length} transactions`;
    await writeNew(fileOf(network, plans.length === 1 ? null : at + 1), text, words);
  }
}

async function planAgain({ database }: Desk, network: NetworkId): Promise<number> {
  const found = await listOpenPlans(database, network);
  if (found.length === 0) throw new Refused('No plan of this network is open.');
  for (const [at, { body }] of found.entries()) {
    await writeNew(fileOf(network, found.length === 1 ? null : at + 1), body, NETWORKS[network].name);
  }
  return 0;
}

async function planReplacement(desk: Desk, network: NetworkId): Promise<number> {
  const { name } = NETWORKS[network];
  const [treasuryWallet] = treasuryWalletsOf(desk, [network]);
  const confirmations = desk.configuration.networks[network]?.confirmations;
  if (treasuryWallet === undefined || confirmations === undefined) throw new Refused(`${name} is not watched.`);
  const made = await replacePlan(desk, { treasuryWallet, confirmations });
  for (const note of made.notes) say(`${name}: ${note}`);
  if (made.plans.length === 0) say(`${name}: nothing of the plan is left; its refunds wait for a decision.`);
  await writePlans(network, made.plans);
  return 0;
}

const fileOf = (network: NetworkId, part: number | null): string =>
  `kobogate-plan-${network}${part === null ? '' : `-${part}`}.json`;

/** Never overwrites a file: it may be a plan that is being signed. */
async function writeNew(path: string, text: string, what: string): Promise<void> {
  await writeFresh(
    path,
    text,
    `${path} is there already and was left as it is. Move it away, then write it with “plan NETWORK --again”.`,
  );
  say(`${what}: ${path}. Carry it to your offline machine: npm run keys -- sign ${path}`);
}

async function writeFresh(path: string, text: string, problem = `${path} could not be written.`): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY).catch(() => {
    throw new Refused(problem);
  });
  await file.writeFile(text);
  // A key that coins are sent to must survive a power failure.
  await file.sync();
  await file.close();
}

/** All files are recorded before anything is sent: parts wait for one another. Answers 1 where something was left. */
async function send(desk: Desk, paths: readonly string[]): Promise<number> {
  if (paths.length === 0) throw new Refused('Which file? Write its name behind the command.');
  const all: Recorded[] = [];
  for (const path of paths) {
    const signed = readSignedPlans(await readFile(path, 'utf8').catch(() => ''));
    if (signed === null) throw new Refused(`${path} is no signed plan of this version.`);
    for (const each of signed) all.push(await record(desk, each));
  }
  let code = 0;
  for (const each of all) code = Math.max(code, await sendStages(desk, each));
  return code;
}

interface Recorded {
  readonly treasuryWallet: TreasuryWallet;
  readonly planId: PlanId;
}

async function record(desk: Desk, signed: SignedPlan): Promise<Recorded> {
  const treasuryWallet = treasuryWalletOf(desk.configuration, signed.plan.network);
  if (treasuryWallet === null) throw new Refused('Coins of this network can’t be moved from here yet.');
  const outgoing = await recordSigned(desk, { treasuryWallet, signed });
  for (const { txid } of outgoing) say(`written down: ${txid}`);
  return { treasuryWallet, planId: signed.plan.id };
}

async function sendStages(desk: Desk, { treasuryWallet, planId }: Recorded): Promise<number> {
  for (let tries = 0; tries < STAGE_TRIES; tries += 1) {
    const { waiting, refusals } = await sendStage(desk, { treasuryWallet, planId, isAgain: tries === 0 });
    if (refusals.length > 0) {
      for (const refusal of refusals) say(refusal);
      say('What was refused has not left. Please look at why, and run this command again; nothing is sent twice.');
      return 1;
    }
    if (waiting === 0) {
      say('All of it is sent. It is booked once it is final.');
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

/** The newest first: a later plan may go on from an earlier one. */
async function discard(desk: Desk, [name]: readonly string[]): Promise<number> {
  const plans = await listOpenPlans(desk.database, requireNetwork(name));
  if (plans.length === 0) throw new Refused('No plan of this network is open.');
  for (const { id } of plans.toReversed()) {
    await discardPlan(desk, { planId: id });
    say(`Discarded: ${id}`);
  }
  return 0;
}

async function topUp(desk: Desk, [name]: readonly string[]): Promise<number> {
  for (const treasuryWallet of treasuryWalletsOf(desk, [requireNetwork(name)])) {
    const booked = await bookTopUp(desk, treasuryWallet);
    say(
      booked.length === 0
        ? 'The treasury holds no more than the ledger says.'
        : `Booked as yours: ${booked.join(', ')}`,
    );
  }
  return 0;
}

/** Answers 1 while coins for it are still to be sent. Unfinished work is in a file that is renamed when it is done. */
async function nonces(desk: Desk, [name, count = '20']: readonly string[]): Promise<number> {
  const network = requireNetwork(name);
  const treasuryWallet = treasuryWalletOf(desk.configuration, network);
  if (treasuryWallet?.nonces === undefined) throw new Refused(`${NETWORKS[network].name} needs no nonces.`);
  const path = `kobogate-nonces-${network}.json`;
  const treasury = treasuryOf(desk.addressSources, network).address;
  const found = await readFile(path, 'utf8').catch(() => null);
  const order = readNonceOrder(found ?? { secret: treasuryWallet.nonces.newSecret(), treasury, count });
  if (order === null)
    throw new Refused('How many? A number from 1 to 200; or a file of this name holds something else.');
  if (order.treasury !== treasury) throw new Refused(`${path} was begun for another treasury. Nothing was done.`);
  if (found === null) await writeFresh(path, JSON.stringify(order));
  const maker = treasuryWallet.nonces.open(order);
  const lacking = await maker.lacking();
  if (lacking > 0n) {
    say(
      `Send at least ${nativeText(network, lacking)} from a wallet of yours to ${maker.address}, then run this again.`,
    );
    say('It pays for the accounts; what is left goes on to your treasury. Keep the file until then: the key is in it.');
    return 1;
  }
  await makeNonces(desk, { network, maker });
  const kept = `kobogate-nonces-${network}-${maker.address}.json`;
  await rename(path, kept);
  say(`${order.count} nonces are there. Book what went to the treasury: npm run ops -- treasury top-up ${network}`);
  say(`Send nothing more to ${maker.address}. Its key stays in ${kept} for as long as you keep that.`);
  return 0;
}

/**
 * Resumes the watcher of a stopped network: the coins that its addresses hold above the books count as explained, and are booked.
 * Without a reason it says what that is, and where.
 */
async function resume({ database }: Desk, rest: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...rest],
    options: { reason: { type: 'string' } },
    allowPositionals: true,
  });
  const network = requireNetwork(positionals[0]);
  const reason = values.reason?.trim() ?? '';
  if (reason === '') {
    const stopped = (await listAllOpen(database)).filter((each) => each.network === network && each.isStopped);
    for (const { address, amount } of placesOf(stopped)) say(`${amount} at ${address}`);
    throw new Refused('What was it? Please say so: --reason "…". It is kept.');
  }
  const explained = await database.transaction((tx) => explainSurpluses(tx, network, reason));
  if (explained.length === 0) throw new Refused(`${NETWORKS[network].name} is not stopped. Nothing was changed.`);
  say(`${NETWORKS[network].name} goes on. Explained: ${describeSurpluses(explained)}.`);
  return 0;
}

async function compare(desk: Desk, names: readonly string[]): Promise<number> {
  let differences = 0;
  for (const treasuryWallet of treasuryWalletsOf(desk, names)) {
    const { comparisons, underWay } = await reconcile(desk, treasuryWallet);
    for (const comparison of comparisons) say(describeComparison(comparison));
    differences += comparisons.filter((comparison) => differenceOf(comparison) !== 0n).length;
    if (underWay > 0) {
      say(
        `${NETWORKS[treasuryWallet.network].name}: ${underWay} transactions of ours are under way; what they move is not booked yet.`,
      );
    }
  }
  say(differences === 0 ? 'Ledger and chains agree.' : `${differences} differences.`);
  return differences === 0 ? 0 : 1;
}

/** `npm run ops -- treasury`. */
export const command: Command = {
  usage: USAGE,
  run,
  isForPeople: (error) => error instanceof Refused || error instanceof NodeFault,
};
