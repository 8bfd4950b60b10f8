/**
 * @typedef {{ file: string, name?: string, imports?: string[], dynamicImports?: string[], isDynamicEntry?: boolean }}
 * Chunk of Vite's manifest, by its source
 */
/** @typedef {Readonly<Record<string, Chunk>>} Manifest */
/**
 * @typedef {{ what: string, bytes: number, limit: number }} Weight of a part that a visitor loads, compressed with gzip
 */

const KILOBYTE = 1000;
const SIGNED_IN = ['index.html', 'src/app/session-layout.tsx'];
const ACCOUNT = [...SIGNED_IN, 'src/account/account-shell.tsx'];
const ADMIN = [...SIGNED_IN, 'src/admin/admin-shell.tsx', 'src/admin/role-gate.tsx'];

/** What a first visit loads: slightly above the present weight. The goal is 165 kB, of which React itself is 67. */
const FIRST_VISITS = [
  { what: 'the account, first visit', limit: 165, chunks: [...ACCOUNT, 'src/account/dashboard/dashboard-page.tsx'] },
];
/** A sign-in page before its first paint: its document alone, slightly above the present weight; the goal is 25 kB. */
const SIGN_IN_LIMIT = 12 * KILOBYTE;
/** The sign-in pages' script, after the paint. */
const SIGN_IN_SCRIPT_LIMIT = 10 * KILOBYTE;
const LATER_LIMIT = 45 * KILOBYTE;
const DOCUMENT_LIMIT = 20 * KILOBYTE;
/** Document and script of the payer's page, without pictures: slightly above the present weight; the goal is 20 kB. */
const PAYER_LIMIT = 17.2 * KILOBYTE;
/** The goal is 60 kB. */
const WALLET_LIMIT = 20 * KILOBYTE;
const EMBED_LIMIT = 5 * KILOBYTE;

/**
 * The chunks that are loaded at once where these are asked for. Throws where one is not there. Pure.
 * @param {Manifest} manifest
 * @param {readonly string[]} names
 * @returns {Set<string>}
 */
export function loadedWith(manifest, names) {
  /** @type {Set<string>} */
  const loaded = new Set();
  const load = (/** @type {string} */ name) => {
    if (loaded.has(name)) return;
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`the web app was built without ${name}: does it have another name now?`);
    loaded.add(name);
    chunk.imports?.forEach(load);
  };
  names.forEach(load);
  return loaded;
}

/**
 * The weight of each first visit, and of each part that is loaded later, in JavaScript. Pure.
 * @param {Manifest} manifest
 * @param {(file: string) => number} sizeOf compressed bytes of a file that was built
 * @returns {Weight[]}
 */
export function scriptWeights(manifest, sizeOf) {
  const weigh = (/** @type {Iterable<string>} */ names) =>
    [...names].reduce((total, name) => total + sizeOf(manifest[name]?.file ?? ''), 0);
  const frames = new Set([...ACCOUNT, ...ADMIN]);
  // The shell fetches these as soon as the page is there.
  const soon = Object.values(manifest).flatMap(({ name, dynamicImports = [] }) =>
    name === 'shell' ? dynamicImports : [],
  );
  const later = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry === true && !frames.has(name));
  return [
    ...FIRST_VISITS.map(({ what, limit, chunks }) => ({
      what,
      limit: limit * KILOBYTE,
      bytes: weigh(loadedWith(manifest, chunks)),
    })),
    ...later.map((name) => {
      const there = loadedWith(manifest, [...(/admin/.test(name) ? ADMIN : ACCOUNT), ...soon]);
      const more = [...loadedWith(manifest, [name])].filter((chunk) => !there.has(chunk));
      return { what: `${name}, later`, limit: LATER_LIMIT, bytes: weigh(more) };
    }),
  ];
}

/**
 * The weight of each public page: its document and its script, without pictures and fonts. Pure.
 * @param {readonly { path: string, bytes: number }[]} documents compressed
 * @param {number} script compressed bytes of that script
 * @returns {Weight[]}
 */
export const documentWeights = (documents, script) =>
  documents.map(({ path, bytes }) => ({ what: `the page ${path}`, limit: DOCUMENT_LIMIT, bytes: bytes + script }));

/**
 * What a merchant's page loads to open a payment page. Pure.
 * @param {number} bytes compressed
 * @returns {Weight}
 */
export const embedWeight = (bytes) => ({ what: 'embed.js', limit: EMBED_LIMIT, bytes });

/**
 * The weight of the payer's page in one of its states: its document and its script. Pure.
 * @param {string} state
 * @param {number} bytes compressed
 * @returns {Weight}
 */
export const payerWeight = (state, bytes) => ({ what: `the payer's page, ${state}`, limit: PAYER_LIMIT, bytes });

/**
 * The weight of a sign-in page before its first paint, which is its document, and of the script that comes after it.
 * Pure.
 * @param {readonly { path: string, bytes: number }[]} documents compressed
 * @param {number} script compressed bytes of that script
 * @returns {Weight[]}
 */
export const signInWeights = (documents, script) => [
  ...documents.map(({ path, bytes }) => ({ what: `${path} before the first paint`, limit: SIGN_IN_LIMIT, bytes })),
  { what: 'the script of the sign-in pages', limit: SIGN_IN_SCRIPT_LIMIT, bytes: script },
];

/**
 * What a document asks a browser to load before it is painted, or with it: any file of the app. Pure.
 * @param {string} path
 * @param {string} html
 * @returns {string[]} one sentence for each
 */
export const loadedEarly = (path, html) =>
  [...html.matchAll(/<(?:script[^>]* src|link[^>]* href)="([^"]+)"/g)]
    .map(([, file]) => file ?? '')
    .filter((file) => file !== '/mark.svg')
    .map((file) => `${path} loads ${file} before its first paint`);

/**
 * The weight of connecting a wallet, which is loaded only when the button is pressed. Pure.
 * @param {number} bytes compressed
 * @returns {Weight}
 */
export const walletWeight = (bytes) => ({ what: 'connecting a wallet', limit: WALLET_LIMIT, bytes });

/**
 * One sentence for each weight above its limit, with the excess. Pure.
 * @param {readonly Weight[]} weights
 * @returns {string[]}
 */
export function overweight(weights) {
  const kilobytes = (/** @type {number} */ bytes) => `${(bytes / KILOBYTE).toFixed(1)} kB`;
  return weights
    .filter(({ bytes, limit }) => bytes > limit)
    .map(
      ({ what, bytes, limit }) => `${what}: ${kilobytes(bytes)}, ${kilobytes(bytes - limit)} above ${kilobytes(limit)}`,
    );
}
