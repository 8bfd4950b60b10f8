/** @typedef {import('./imports.mjs').Import} Import */
/** @typedef {{ name: string, because: string, isBroken: (from: string, to: string) => boolean }} Rule */

/** What a feature may import of other features; one that is not here imports none. */
const FEATURES_IMPORT = new Map([
  ['accounts', [/^settings\//]],
  // What leaves is counted, and stopped, by the fence.
  ['payouts', [/^(?:orders|admin-actions|sanctions|settings|fence)\//]],
  ['fence', [/^admin-actions\//]],
  // What is changed behind a proof is changed by whoever is signed in still.
  ['bank-accounts', [/^payouts\/bank-(?:rail|directory)\.ts$/, /^accounts\/still-signed-in\.ts$/]],
  // What a deposit is worth decides how long it is waited for.
  ['deposits', [/^wallets\//, /^rates\/(?:current-rates|rate)\.ts$/]],
  // What an order gives back to the balance is taken towards what its owner owes; whom its coins came from is held against
  // the sanctions list before anybody approves it.
  [
    'orders',
    [
      /^(?:wallets|rates|products|settings|admin-actions|sanctions)\//,
      /^deposits\/collect-receivable\.ts$/,
      // How well the bank's name agrees with the one on an order.
      /^bank-accounts\/compare-names\.ts$/,
    ],
  ],
  // A receipt is put together from the order's quote, what was paid for it, and who runs the gateway.
  ['receipts', [/^(?:orders|payouts|settings)\//]],
  ['reports', [/^(?:orders|payouts)\//]],
  ['statements', [/^(?:orders|payouts|reports)\//, /^rates\/db\.ts$/]],
  ['wallets', [/^(?:rates|products)\//]],
  ['rates', [/^products\//]],
  // What a link asks for is held against what one payment may be worth; it shows pictures.
  ['payment-links', [/^(?:settings|images)\//, /^rates\/current-rates\.ts$/]],
  // A payment by link is an order of its merchant's, at an address of its own; its files are written as those of statements.
  [
    'payments',
    [
      /^(?:orders|payment-links|wallets|rates|products|settings)\//,
      /^reports\/(?:csv|report-range|report-tables)\.ts$/,
      /^statements\/write-workbook\.ts$/,
      // What could be given back is stated with what that costs.
      /^refunds\/refund-fee\.ts$/,
    ],
  ],
  // An offer is made of a payment's coins, and becomes a refund.
  ['refund-offers', [/^(?:payments|refunds|orders)\//, /^wallets\/own-addresses\.ts$/]],
  // Nothing is sent back to an address of ours.
  ['refund-addresses', [/^wallets\/own-addresses\.ts$/]],
  // What a wallet signs names the same reference as the payment's link.
  ['payer-wallets', [/^payments\/solana-reference\.ts$/]],
  // Coins whose owner is found are credited as a deposit is, by as many administrators as their worth takes.
  [
    'suspense',
    [/^(?:admin-actions|settings)\//, /^deposits\/(?:decide-needed|deposit-place)\.ts$/, /^rates\/current-rates\.ts$/],
  ],
  // What it is worth decides how many approve it; what its owner owes is taken before anything is sent back; where it goes
  // and where its coins came from is held against the sanctions list, and it never goes to an address of ours; it is asked
  // for by whoever is signed in still.
  [
    'refunds',
    [
      /^accounts\/still-signed-in\.ts$/,
      /^(?:admin-actions|sanctions|settings|fence)\//,
      /^deposits\/(?:collect-receivable|decide-needed)\.ts$/,
      /^rates\/current-rates\.ts$/,
      /^wallets\/own-addresses\.ts$/,
    ],
  ],
  // The watcher tells it what stands in blocks; it carries approved refunds to their end.
  // After a restore it asks the chains about the addresses that are kept back.
  [
    'treasury',
    [
      /^deposits\/(?:chain|outgoing|db-blocks)\.ts$/,
      /^(?:refunds|fence|admin-actions)\//,
      /^wallets\/(?:own-addresses|db-reserve|reserve-addresses)\.ts$/,
    ],
  ],
  // What an older database lacks is booked on the orders and payouts that it was.
  ['recovery', [/^(?:orders|payouts|fence|settings|admin-actions)\//]],
  // It compares what all of them keep, and changes none of it.
  [
    'reconciliation',
    [/^(?:payouts|orders|treasury|admin-actions)\//, /^reports\/report-range\.ts$/, /^deposits\/chain\.ts$/],
  ],
  // What is restored begins behind the fence, with every session ended, and is compared with itself.
  ['backup', [/^fence\//, /^accounts\/db-sessions\.ts$/, /^orders\/(?:order-quote|verify-quotes)\.ts$/]],
  ['products', [/^settings\//]],
  // The operator's settings say which decisions take a fresh proof.
  ['two-factor', [/^accounts\//, /^settings\/operator-settings\.ts$/]],
  // Its secrets are made as an account's are, changed by whoever is signed in still, and its owner is told by mail.
  // What it tells of a payment or a link is what its merchant sees of it.
  [
    'webhooks',
    [
      /^accounts\/(?:mails|secrets|still-signed-in)\.ts$/,
      /^payments\/view-payments\.ts$/,
      /^payment-links\/(?:find|view)-own-link\.ts$/,
    ],
  ],
  // A key is a secret of an account's, made by whoever is signed in still, and its owner is told of it by mail.
  ['api-keys', [/^accounts\/(?:db|mails|secrets|still-signed-in)\.ts$/]],
  ['admin', [/./]],
]);

/** The only files of features that adapters may import: the ports, and the pure file whose types a port speaks in. */
const PORTS = new Set([
  'accounts/mailer.ts',
  'notifications/texter.ts',
  'deposits/chain.ts',
  'treasury/purse.ts',
  'payer-wallets/payer-node.ts',
  'payouts/bank-rail.ts',
  'rates/rate-source.ts',
  'rates/rate.ts',
  'webhooks/webhook-sender.ts',
]);

const SERVER = 'apps/server/src/';
const FEATURES = `${SERVER}features/`;
/** What is started on its own, and hands adapters to features. */
const PROGRAMS = new Set([`${SERVER}main.ts`, `${SERVER}reconcile.ts`, `${SERVER}treasury.ts`]);
const ADAPTERS = `${SERVER}adapters/`;
/** Tests, and what only tests share. */
const isTest = (/** @type {string} */ path) =>
  /\.test\.tsx?$|\/(?:test|testing)(?:-[\w-]+)?\.ts$|-fixtures\.ts$/.test(path);
/** @type {(path: string, ...folders: string[]) => boolean} */
const isIn = (path, ...folders) => folders.some((folder) => path.startsWith(folder));
const isOurs = (/** @type {string} */ path) => !path.includes(':');
const firstFolder = (/** @type {string} */ path) => path.slice(0, path.indexOf('/'));

/** @type {(folder: string, others: string[]) => (from: string, to: string) => boolean} */
const onlyBeside = (folder, others) => (from, to) => isIn(from, folder) && isOurs(to) && !isIn(to, folder, ...others);

/** @type {(folder: string, others: RegExp) => (from: string, to: string) => boolean} */
const nothingBut = (folder, others) => (from, to) =>
  isIn(from, folder) && !isTest(from) && !isIn(to, folder) && !others.test(to);

/** @type {(from: string, to: string) => boolean} */
function isUnlistedFeatureImport(from, to) {
  if (!isIn(from, FEATURES) || !isIn(to, FEATURES)) return false;
  // What a feature offers to tests only is for every test: it makes what the tested part needs to run.
  if (isTest(from) && to.endsWith('-fixtures.ts')) return false;
  const [here, there] = [from.slice(FEATURES.length), to.slice(FEATURES.length)];
  const feature = firstFolder(here);
  const allowed = FEATURES_IMPORT.get(feature) ?? [];
  return firstFolder(there) !== feature && !allowed.some((pattern) => pattern.test(there));
}

/** @type {(from: string, to: string) => boolean} */
function isBeyondAPort(from, to) {
  if (!isIn(from, ADAPTERS) || isTest(from) || !isIn(to, SERVER)) return false;
  const kind = `${ADAPTERS}${firstFolder(from.slice(ADAPTERS.length))}/`;
  return !isIn(to, kind, `${SERVER}platform/`) && !PORTS.has(to.slice(FEATURES.length));
}

/** ARCHITECTURE.md, "Who may import whom". @type {readonly Rule[]} */
export const RULES = [
  { name: 'money-alone', because: 'money imports nothing', isBroken: nothingBut('packages/money/', /^$/) },
  {
    name: 'contract-below',
    because: 'contract imports only money and zod',
    isBroken: nothingBut('packages/contract/', /^(?:packages\/money\/|npm:zod$)/),
  },
  {
    name: 'addresses-below',
    because: 'addresses imports only contract, money, and libraries of curves, hashes and encodings',
    isBroken: nothingBut(
      'packages/addresses/',
      /^(?:packages\/(?:money|contract)\/|npm:@(?:noble|scure)\/|node:zlib$)/,
    ),
  },
  {
    name: 'substrate-alone',
    because: 'substrate imports only libraries of its encoding, and what Node has',
    isBroken: nothingBut('packages/substrate/', /^(?:npm:@polkadot-api\/|node:)/),
  },
  {
    name: 'substrate-apart',
    because: 'only what reads or plays Polkadot imports substrate',
    isBroken: (from, to) =>
      isIn(to, 'packages/substrate/') &&
      !isIn(from, 'packages/substrate/', 'apps/sandbox/src/chains/polkadot/', `${ADAPTERS}chains/polkadot/`),
  },
  {
    name: 'plans-below',
    because: 'plans imports only contract, addresses, zod and hashes',
    isBroken: nothingBut('packages/plans/', /^(?:packages\/(?:contract|addresses)\/|npm:(?:zod$|@noble\/hashes))/),
  },
  {
    name: 'client-alone',
    because: "the merchants' client imports nothing; only what its build replaces imports the contract",
    isBroken: (from, to) =>
      from !== 'packages/client/src/contract.ts' && nothingBut('packages/client/src/', /^$/)(from, to),
  },
  {
    name: 'client-apart',
    because: "the merchants' client is for merchants: of us only tests import it",
    isBroken: (from, to) => isIn(to, 'packages/client/') && !isIn(from, 'packages/client/', 'tests/'),
  },
  {
    name: 'web-apart',
    because: 'web imports only contract and money',
    isBroken: onlyBeside('apps/web/', ['packages/']),
  },
  {
    name: 'sandbox-apart',
    because: 'the sandbox knows nothing of the product but the contract',
    isBroken: onlyBeside('apps/sandbox/', ['packages/']),
  },
  {
    name: 'server-apart',
    because: 'the server imports only contract and money',
    isBroken: onlyBeside('apps/server/', ['packages/']),
  },
  {
    name: 'keys-apart',
    because: 'the key tool, which alone sees private keys, imports only packages, and nobody imports it',
    isBroken: (from, to) =>
      onlyBeside('apps/keys/', ['packages/'])(from, to) || (isIn(to, 'apps/keys/') && !isIn(from, 'apps/keys/')),
  },
  {
    name: 'tests-outside',
    because: 'tests/ drives the product from outside',
    isBroken: onlyBeside('tests/', ['packages/']),
  },
  {
    name: 'platform-lowest',
    because: 'platform knows nothing of money and features',
    isBroken: (from, to) => isIn(from, `${SERVER}platform/`) && isIn(to, SERVER) && !isIn(to, `${SERVER}platform/`),
  },
  {
    name: 'ledger-low',
    because: 'ledger imports only platform',
    isBroken: (from, to) =>
      isIn(from, `${SERVER}ledger/`) && isIn(to, SERVER) && !isIn(to, `${SERVER}ledger/`, `${SERVER}platform/`),
  },
  {
    name: 'features-below',
    because: 'features import nothing that is above them',
    isBroken: (from, to) =>
      isIn(from, FEATURES) && isIn(to, SERVER) && !isIn(to, FEATURES, `${SERVER}ledger/`, `${SERVER}platform/`),
  },
  {
    name: 'features-listed',
    because: 'this feature may not import that one',
    isBroken: isUnlistedFeatureImport,
  },
  { name: 'adapters-ports', because: 'an adapter imports only a port and the platform', isBroken: isBeyondAPort },
  {
    name: 'adapters-from-main',
    because: 'only programs import adapters: main.ts, reconcile.ts, treasury.ts',
    isBroken: (from, to) =>
      isIn(from, SERVER) && isIn(to, ADAPTERS) && !PROGRAMS.has(from) && !isIn(from, ADAPTERS) && !isTest(from),
  },
  {
    name: 'main-on-top',
    because: 'nothing imports main.ts',
    isBroken: (_from, to) => to === `${SERVER}main.ts`,
  },
  {
    name: 'tests-unimported',
    because: 'nothing imports a test',
    isBroken: (from, to) => isTest(to) && !isTest(from),
  },
];

/**
 * Which imports break a rule, one sentence each. Pure.
 * @param {readonly Import[]} imports
 * @returns {string[]}
 */
export function boundaryProblems(imports) {
  return imports.flatMap(({ from, to, isThere }) => [
    ...(isThere ? [] : [`${from} imports ${to}, which is not there`]),
    ...RULES.flatMap(({ name, because, isBroken }) =>
      isBroken(from, to) ? [`${from} imports ${to}: ${because} (${name})`] : [],
    ),
  ]);
}

/**
 * Import cycles, each once, as the files in a row. Type imports count: two files that need each other's types are one
 * thing in two pieces. Pure.
 * @param {readonly Import[]} imports
 * @returns {string[][]}
 */
export function cycles(imports) {
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const { from, to } of imports) if (isOurs(to)) graph.set(from, [...(graph.get(from) ?? []), to]);
  /** @type {string[][]} */
  const found = [];
  /** @type {Set<string>} */
  const done = new Set();
  const visit = (/** @type {string} */ file, /** @type {string[]} */ trail) => {
    const at = trail.indexOf(file);
    if (at >= 0) found.push([...trail.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
