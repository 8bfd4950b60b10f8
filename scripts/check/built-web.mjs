import { readdir, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from '../lib/build.mjs';
import { inRoot } from '../lib/paths.mjs';
import {
  documentWeights,
  embedWeight,
  loadedEarly,
  overweight,
  payerWeight,
  scriptWeights,
  signInWeights,
  walletWeight,
} from './budgets.mjs';
import { PAYER_VIEWS } from './payer-samples.mjs';

/** Texts as long as an operator's may be. */
const FACTS = {
  brand: {
    name: 'Kobogate',
    summary: 'a B2B one-click crypto payment platform',
    licence: 'Licensed in Nigeria under a payment services act',
    address: ['1 Sample Street', 'Victoria Island', 'Lagos, Nigeria'],
    supportEmail: 'support@kobogate.test',
    supportPhone: '+234 800 000 0000',
    socialLinks: [],
  },
  // An operator's own texts weigh what they weigh: the pages are measured without them.
  legal: { terms: {}, privacy: {}, amlKyc: {} },
  retention: { closedDays: 30, signInDays: 180, noticeDays: 365, payerDays: 365, booksYears: 6 },
  year: 2026,
  // Each coin with as many networks as the contract has of it.
  coins: Object.entries({ BTC: 1, ETH: 4, USDT: 8, USDC: 8, BNB: 1, ADA: 1, SOL: 1, DOT: 1 }).map(
    ([currency, networks], index) => ({
      currency,
      name: `A coin called ${currency}`,
      networks: ['ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'avalanche', 'base', 'solana', 'tron']
        .slice(0, networks)
        .map((id) => ({ id, name: `The network ${id}` })),
      rate: `${index}45777500.42`,
      marketRate: `${index}47250000.37`,
      feePercent: '1.01',
    }),
  ),
  ratesAt: '21 Nov 2026, 14:05 Lagos time',
};

// Not the contract's: this runs as plain JavaScript.
const SIGN_IN_PATHS = [
  '/login',
  '/signup',
  '/finish-signup',
  '/verify-otp',
  '/forgot-password',
  '/forgotten-password',
  '/reset-password',
  '/lost-second-step',
];
const signInView = (/** @type {string} */ path) => ({
  path,
  year: 2026,
  said: null,
  typed: {},
  problems: null,
  secondStep: null,
  email: null,
  // The link that stops a request has a page with less on it than the form that makes one.
  hasToken: path !== '/lost-second-step',
  lost: { challenge: 'sample', open: null, refused: null },
  next: '/account/dashboard',
  providers: ['google', 'apple'],
  named: { provider: 'google', email: 'ada@example.test' },
});

const inDist = (/** @type {string[]} */ ...parts) => inRoot('apps/web/dist', ...parts);

/**
 * Builds the web app where its sources have changed since, and weighs it against its budgets.
 * @returns {Promise<string[]>} one sentence for each that is too heavy
 */
export async function budgetProblems() {
  await build(['web']);
  const manifest = JSON.parse(await readFile(inDist('render/manifest.json'), 'utf8'));
  const names = await readdir(inDist('assets'));
  // Files too small to compress are served unchanged.
  const entries = names.map(async (name) => {
    const { size } = await stat(inDist('assets', names.includes(`${name}.gz`) ? `${name}.gz` : name));
    return /** @type {[string, number]} */ ([`assets/${name}`, size]);
  });
  const sizes = new Map(await Promise.all(entries));
  const script = names.find((name) => /^site-.*\.js$/.test(name)) ?? '';
  const { site } = await import(inDist('render/site.mjs'));
  const documents = await Promise.all(
    site.paths.map(async (/** @type {string} */ path) => {
      const document = await promisify(gzip)(site.render(path, FACTS), { level: 9 });
      return { path, bytes: document.length };
    }),
  );
  const { paymentPage } = await import(inDist('render/payment.mjs'));
  const payerScript = sizes.get(`assets/${names.find((name) => /^payment-[\w-]{8}\.js$/.test(name)) ?? ''}`) ?? 0;
  const payerPages = await Promise.all(
    PAYER_VIEWS.map(async ({ state, view }) => {
      const document = await promisify(gzip)(paymentPage.render(view));
      return payerWeight(state, document.length + payerScript);
    }),
  );
  const { signInPages } = await import(inDist('render/sign-in.mjs'));
  const signInDocuments = SIGN_IN_PATHS.map((path) => ({ path, html: signInPages.render(signInView(path)) }));
  const signInScript = names.find((name) => /^sign-in-[\w-]{8}\.js$/.test(name)) ?? '';
  const signIn = signInWeights(
    await Promise.all(
      signInDocuments.map(async ({ path, html }) => ({ path, bytes: (await promisify(gzip)(html)).length })),
    ),
    sizes.get(`assets/${signInScript}`) ?? 0,
  );
  const walletBytes = names
    .filter((name) => /^(?:connect-wallet-.*\.js|wallet-connect-.*\.css)$/.test(name))
    .reduce((total, name) => total + (sizes.get(`assets/${name}`) ?? 0), 0);
  const { size: embed } = await stat(inDist('embed.js.gz'));
  const heavy = overweight([
    embedWeight(embed),
    ...signIn,
    ...payerPages,
    walletWeight(walletBytes),
    ...scriptWeights(manifest, (file) => sizes.get(file) ?? 0),
    ...documentWeights(documents, sizes.get(`assets/${script}`) ?? 0),
  ]);
  return [...heavy, ...signInDocuments.flatMap(({ path, html }) => loadedEarly(path, html))];
}
