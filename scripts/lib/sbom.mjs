import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';
import { Refusal, say } from './steps.mjs';

/** @typedef {{ version?: string, license?: string, integrity?: string, optional?: boolean, dev?: boolean, link?: boolean }} Locked */

/** Licences under which a part may be shipped with an MIT program; LGPL's and MPL's parts are used as they are. */
const ALLOWED = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC LGPL-3.0-or-later MIT MIT-0 MPL-2.0 OFL-1.1 Python-2.0 Zlib'.split(
    ' ',
  ),
);
/** Packages whose package.json says their licence in an older form or not at all: what their LICENSE file says. */
const SAID_ELSEWHERE = new Map([
  ['memorystream', 'MIT'],
  ['png-js', 'MIT'],
]);

const nameOf = (/** @type {string} */ folder) => folder.slice(folder.lastIndexOf('node_modules/') + 13);

/**
 * The packages that the product ships, each once by name and version, with its licence; null where it states none. Pure.
 * @param {Record<string, Locked>} packages of package-lock.json, by folder
 */
export function shippedPackages(packages) {
  const found = Object.entries(packages)
    .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && dev !== true && link !== true)
    .map(([folder, { version = '', license, integrity = '', optional = false }]) => {
      const name = nameOf(folder);
      return { folder, name, version, integrity, optional, licence: license ?? SAID_ELSEWHERE.get(name) ?? null };
    });
  const byName = new Map(found.map((each) => [`${each.name}@${each.version}`, each]));
  return [...byName.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/**
 * A sentence for each package that may not be shipped under its licence. Pure.
 * @param {readonly { name: string, version: string, licence: string | null }[]} shipped
 */
export const licenceProblems = (shipped) =>
  shipped.flatMap(({ name, version, licence }) => {
    if (licence === null) return [`${name}@${version} states no licence`];
    // One of several is enough, all of several are needed.
    const isAllowed = licence
      .replaceAll(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id.trim())));
    return isAllowed ? [] : [`${name}@${version} is under ${licence}, which is not among those that may be shipped`];
  });

/**
 * The parts list in CycloneDX 1.5, the same for the same lockfile. npm's own (`npm sbom --omit=dev`) leaves out what a
 * test needs too, such as the hashes of our own packages. Pure.
 * @param {string} version of the product
 * @param {ReturnType<typeof shippedPackages>} shipped
 */
export const cycloneDx = (version, shipped) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name: 'kobogate', version, 'bom-ref': `pkg:npm/kobogate@${version}` } },
  components: shipped.map((each) => {
    const purl = `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`;
    const [algorithm = '', digest = ''] = each.integrity.split('-', 2);
    return {
      type: 'library',
      'bom-ref': purl,
      name: each.name,
      version: each.version,
      purl,
      scope: each.optional ? 'optional' : 'required',
      hashes: [
        { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
      ],
      licenses: [{ expression: each.licence }],
    };
  }),
});

/** @param {string} folder of an installed package */
async function licenceText(folder) {
  const names = await readdir(inRoot(folder)).catch(() => []);
  const file = names.find((name) => /^licen[cs]e(?:\.|-|$)/i.test(name));
  return file === undefined ? '' : (await readFile(inRoot(folder, file), 'utf8')).trim();
}

/**
 * `npm run sbom`: writes what is shipped into a folder: `kobogate.cdx.json` (CycloneDX) and `licences.txt` with
 * each package's licence and its text. Throws a `Refusal` where a licence does not allow it.
 * @param {string} to
 */
export async function writeSbom(to) {
  const { version: ofProduct, packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8'));
  const shipped = shippedPackages(packages);
  const problems = licenceProblems(shipped);
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  const parts = await Promise.all(
    shipped.map(async ({ folder, name, version, licence }) => {
      const full = await licenceText(folder);
      return `${name} ${version}: ${licence}\n${full === '' ? '' : `\n${full}\n`}`;
    }),
  );
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'kobogate.cdx.json'), `${JSON.stringify(cycloneDx(ofProduct, shipped), null, 2)}\n`);
  await writeFile(join(to, 'licences.txt'), parts.join(`\n${'-'.repeat(80)}\n\n`));
  say(`${to}: kobogate.cdx.json and licences.txt with ${shipped.length} packages.`);
}
