import { COMPUTED } from './imports.mjs';

/** @typedef {import('./imports.mjs').Import} Import */
/** @typedef {{ name: string, because: string, isBroken: (from: string, to: string) => boolean }} Rule */

/**
 * The rooms of the server, and the other rooms that each may ask: only rooms before it, so that all arrows go one way.
 * The ledger is below them, as the platform is.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const ROOMS = {
  ledger: [],
  controls: [],
  identity: ['controls'],
  pricing: ['controls'],
  custody: ['ledger', 'controls', 'identity', 'pricing'],
  sales: ['ledger', 'controls', 'pricing', 'custody'],
  payouts: ['ledger', 'controls', 'identity', 'sales'],
  messaging: ['identity', 'sales'],
  books: ['ledger', 'controls', 'custody', 'sales', 'payouts'],
  admin: ['controls', 'identity', 'sales'],
};

/** Whose ports the adapters of each kind implement. @type {Readonly<Record<string, readonly string[]>>} */
const PORTS_OF = {
  banks: ['payouts'],
  chains: ['custody', 'sales'],
  mail: ['identity'],
  openid: ['identity'],
  rates: ['pricing'],
  sms: ['messaging'],
  signer: ['custody'],
  webhooks: ['messaging'],
};

/**
 * The wings of the web app, by who uses them, and the other wings whose parts each may show.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const WINGS = {
  public: [],
  payer: ['public'],
  'sign-in': ['public'],
  account: ['sign-in', 'merchant'],
  merchant: ['sign-in', 'account'],
  admin: ['account'],
};

const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';
const EVENTS = `${SERVER}events.ts`;
/** The programs, which hand adapters to rooms. */
export const MAINS = new Set([`${SERVER}main.ts`, `${SERVER}ops/main.ts`]);
/** Opens the adapters for main.ts. */
const OUTSIDE = `${SERVER}outside.ts`;
const isProgram = (/** @type {string} */ path) => MAINS.has(path) || path === OUTSIDE || isIn(path, `${SERVER}ops/`);
const ADAPTERS = `${SERVER}adapters/`;
/** Loads what the built page names, after its first paint. */
const LOADER = `${WEB}lib/load-after-paint.ts`;
const TESTKIT = 'packages/testkit/';
const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path);
/** Names of test helpers: these belong in testkit. */
const isFixture = (/** @type {string} */ path) =>
  /(?:\/(?:tests?|testing|fakes?|fixtures?|mocks?|stubs?)(?:-[\w-]+)?|-(?:fixtures?|fakes?|mocks?|stubs?))(?:\.tsx?$|\/)/.test(
    path,
  );
/** @type {(path: string, ...folders: string[]) => boolean} */
const isIn = (path, ...folders) => folders.some((folder) => path.startsWith(folder));
const isOurs = (/** @type {string} */ path) => !path.includes(':');
const firstFolder = (/** @type {string} */ path) => path.slice(0, path.indexOf('/'));

/** @type {(folder: string, others: string[]) => (from: string, to: string) => boolean} */
const onlyBeside = (folder, others) => (from, to) => isIn(from, folder) && isOurs(to) && !isIn(to, folder, ...others);

/** @type {(folder: string, others: RegExp) => (from: string, to: string) => boolean} */
const nothingBut = (folder, others) => (from, to) =>
  isIn(from, folder) && !isTest(from) && !isIn(to, folder) && !others.test(to);

/** The room of a file. @type {(path: string) => string | undefined} */
function roomOf(path) {
  const folder = isIn(path, SERVER) ? firstFolder(path.slice(SERVER.length)) : '';
  return folder in ROOMS ? folder : undefined;
}

/** The wing of a file. @type {(path: string) => string | undefined} */
function wingOf(path) {
  const folder = isIn(path, WEB) ? firstFolder(path.slice(WEB.length)) : '';
  return folder in WINGS ? folder : undefined;
}

/**
 * The two rooms of an import between rooms. @type {(from: string, to: string) => readonly [here: string, there: string]
 * | null}
 */
function arrow(from, to) {
  const [here, there] = [roomOf(from), roomOf(to)];
  return here === undefined || there === undefined || here === there || isTest(from) ? null : [here, there];
}

/** @type {(from: string, to: string) => boolean} */
function isBesideTheDoor(from, to) {
  const room = roomOf(to);
  if (room === undefined || !isIn(from, SERVER) || isTest(from)) return false;
  const isDoor = to === `${SERVER}${room}/index.ts`;
  return roomOf(from) === room ? isDoor : !isDoor;
}

/** @type {(from: string, to: string) => boolean} */
function isBeyondAPort(from, to) {
  if (!isIn(from, ADAPTERS) || isTest(from) || !isIn(to, SERVER)) return false;
  const kind = firstFolder(from.slice(ADAPTERS.length));
  const ports = (PORTS_OF[kind] ?? []).map((room) => `${SERVER}${room}/`);
  return !isIn(to, `${ADAPTERS}${kind}/`, `${SERVER}platform/`, `${SERVER}configuration/`, ...ports);
}

/** Who may import whom. @type {readonly Rule[]} */
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
      /^(?:packages\/(?:money|contract)\/|npm:(?:@(?:noble|scure)\/|cborg$)|node:zlib$)/,
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
      !isIn(from, 'packages/substrate/', TESTKIT, 'apps/sandbox/src/chains/polkadot/', `${ADAPTERS}chains/polkadot/`),
  },
  {
    name: 'plans-below',
    because: 'plans imports only contract, addresses, zod, hashes and CBOR',
    isBroken: nothingBut(
      'packages/plans/',
      /^(?:packages\/(?:contract|addresses)\/|npm:(?:(?:zod|cborg)$|@noble\/hashes))/,
    ),
  },
  {
    name: 'packages-one-door',
    because:
      "a package is imported through its index.ts; only testkit may take a package's inner files, as it may the server's",
    isBroken: (from, to) => {
      const inner = /^(?<home>packages\/(?!testkit\/)[\w-]+\/)src\/(?!index\.ts$)/.exec(to)?.groups?.['home'];
      return inner !== undefined && !isIn(from, inner, TESTKIT);
    },
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
    name: 'testkit-apart',
    because:
      'fakes, fixtures and test nodes are for tests: only tests, tests/, simulate/, bench/ and testkit itself import testkit',
    isBroken: (from, to) => isIn(to, TESTKIT) && !isTest(from) && !isIn(from, TESTKIT, 'tests/', 'simulate/', 'bench/'),
  },
  {
    name: 'testkit-alone',
    because: 'fakes, fixtures and test nodes belong in packages/testkit',
    isBroken: (from, to) =>
      [from, to].some((path) => isIn(path, 'apps/', 'packages/') && !isIn(path, TESTKIT) && isFixture(path)),
  },
  {
    name: 'web-apart',
    because: 'web imports only contract and money',
    isBroken: onlyBeside('apps/web/', ['packages/']),
  },
  {
    name: 'wings-listed',
    because: 'the table of wings does not let this one show parts of that one',
    isBroken: (from, to) => {
      const [here, there] = [wingOf(from), wingOf(to)];
      return here !== undefined && there !== undefined && here !== there && !WINGS[here]?.includes(there);
    },
  },
  {
    name: 'parts-below',
    because: 'ui and lib are parts of every wing, and know none',
    isBroken: (from, to) =>
      isIn(from, `${WEB}ui/`, `${WEB}lib/`) && (wingOf(to) !== undefined || isIn(to, `${WEB}app/`)),
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
    because: 'the key tool, which alone sees private keys, imports only packages, and no other part imports it',
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
    because: 'platform knows nothing of money and rooms',
    isBroken: (from, to) => isIn(from, `${SERVER}platform/`) && isIn(to, SERVER) && !isIn(to, `${SERVER}platform/`),
  },
  {
    name: 'configuration-low',
    because: 'configuration imports only platform',
    isBroken: (from, to) =>
      isIn(from, `${SERVER}configuration/`) &&
      isIn(to, SERVER) &&
      !isIn(to, `${SERVER}configuration/`, `${SERVER}platform/`),
  },
  {
    name: 'events-low',
    because: 'the map of events imports only platform',
    isBroken: (from, to) => from === EVENTS && isIn(to, SERVER) && !isIn(to, `${SERVER}platform/`),
  },
  {
    name: 'rooms-below',
    because: 'a room imports nothing that is above the rooms',
    isBroken: (from, to) =>
      roomOf(from) !== undefined &&
      isIn(to, SERVER) &&
      roomOf(to) === undefined &&
      !isIn(to, `${SERVER}platform/`, EVENTS),
  },
  {
    name: 'rooms-one-way',
    because: 'the table of rooms does not let this room ask that one',
    isBroken: (from, to) => {
      const [here, there] = arrow(from, to) ?? [];
      return here !== undefined && there !== undefined && !ROOMS[here]?.includes(there);
    },
  },
  {
    name: 'rooms-one-door',
    because: 'a room is imported through its index.ts from outside, and never from inside',
    isBroken: isBesideTheDoor,
  },
  {
    name: 'adapters-ports',
    because: 'an adapter imports only the room whose port it implements, configuration and platform',
    isBroken: isBeyondAPort,
  },
  {
    name: 'adapters-from-main',
    because: 'only programs import adapters: main.ts with its outside.ts, and the commands in ops/',
    isBroken: (from, to) =>
      isIn(from, SERVER) && isIn(to, ADAPTERS) && !isProgram(from) && !isIn(from, ADAPTERS) && !isTest(from),
  },
  {
    name: 'paths-written-out',
    because: 'only what loads the built web app computes the path of a module: no rule here can follow others',
    isBroken: (from, to) =>
      to === COMPUTED && isIn(from, 'apps/', 'packages/') && !isTest(from) && !isIn(from, `${SERVER}web/`, LOADER),
  },
  {
    name: 'main-on-top',
    because: 'nothing imports what is started on its own',
    isBroken: (_from, to) => MAINS.has(to),
  },
  {
    name: 'tests-unimported',
    because: 'nothing imports a test',
    isBroken: (_from, to) => isTest(to),
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
 * The arrows of the tables of rooms and of wings that no import needs, one sentence each. Pure.
 * @param {readonly Import[]} imports
 * @returns {string[]}
 */
export function unusedArrows(imports) {
  const product = imports.filter(({ from }) => !isTest(from));
  return [
    { table: ROOMS, partOf: roomOf },
    { table: WINGS, partOf: wingOf },
  ].flatMap(({ table, partOf }) => {
    const used = new Set(product.map(({ from, to }) => `${partOf(from)} ${partOf(to)}`));
    return Object.entries(table).flatMap(([here, others]) =>
      others
        .filter((there) => !used.has(`${here} ${there}`))
        .map((there) => `${here} imports nothing of ${there}: take it from its table`),
    );
  });
}

/**
 * The files that some reach by imports, they themselves with them. Pure.
 * @param {readonly Import[]} imports
 * @param {Iterable<string>} starts
 * @returns {ReadonlySet<string>}
 */
export function reachedFrom(imports, starts) {
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to]);
  const reached = new Set(starts);
  // A set hands out what is added while it is being read.
  for (const file of reached) for (const to of graph.get(file) ?? []) reached.add(to);
  return reached;
}

/**
 * What a bench measures although the product does not run it, one sentence each: a file of the server that no program
 * reaches, whether a bench imports it or the testkit does for a bench. Pure.
 * @param {readonly Import[]} imports
 * @returns {string[]}
 */
export function benchProblems(imports) {
  const product = reachedFrom(imports, MAINS);
  const benches = imports.flatMap(({ from }) => (isIn(from, 'bench/') ? [from] : []));
  const measured = reachedFrom(imports, benches);
  return imports.flatMap(({ from, to }) =>
    measured.has(from) && !product.has(from) && isIn(to, SERVER) && !product.has(to)
      ? [`${from} imports ${to}, which no program of the server reaches: a bench measures what the product runs`]
      : [],
  );
}

/**
 * Import cycles, each once, as the files in a row. Type imports count: two files that need each other's types are one
 * unit in two pieces. Pure.
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
