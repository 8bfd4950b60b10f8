import path from 'node:path';
import type { StartPage } from '@kobogate/contract';
import type { RouteObject } from 'react-router';
import type { Manifest } from 'vite';

const START = 'index.html';

interface RouteModules {
  readonly path: string;
  readonly modules: readonly string[];
}

/** The module that a route loads: Vite writes its address into the function. Throws where it is not found there. */
function moduleOf(lazy: NonNullable<RouteObject['lazy']>): string {
  const code = typeof lazy === 'function' ? lazy.toString() : '';
  const [, address] = /["']\/(src\/[^"']+)["']/.exec(code) ?? [];
  if (address === undefined) throw new Error(`it can't be seen which module this route fetches: ${code}`);
  return address;
}

/** Every address of a tree of routes, with the modules that are loaded for it. Pure. */
export function routeModules(
  routes: readonly RouteObject[],
  above: RouteModules = { path: '', modules: [] },
): RouteModules[] {
  return routes.flatMap((route) => {
    const here = {
      path: path.posix.join('/', above.path, route.path ?? ''),
      modules: route.lazy === undefined ? above.modules : [...above.modules, moduleOf(route.lazy)],
    };
    return route.children === undefined ? [here] : routeModules(route.children, here);
  });
}

/** The files that are loaded with these modules. Pure. Throws where one was not built. */
function filesOf(manifest: Manifest, modules: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of modules) {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is fetched by a route and was not built`);
    if (seen.has(chunk.file)) continue;
    seen.add(chunk.file);
    filesOf(manifest, chunk.imports ?? [], seen);
  }
  return seen;
}

// A word goes before a parameter, and that before the rest; the more specific address goes first.
const rank = ({ path: address }: RouteModules): number[] => [
  address.split('*').length,
  address.split(':').length,
  -address.length,
];
const byRank = (left: RouteModules, right: RouteModules): number => {
  const [a, b] = [rank(left), rank(right)];
  return a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
};

/**
 * The files that every page needs, the app's own module first, and the app's style. Pure. Throws where there is none.
 */
export function startFiles(manifest: Manifest): { files: readonly string[]; style: string } {
  const style = manifest[START]?.css?.[0];
  if (style === undefined) throw new Error(`${START} was built without a style`);
  return { files: [...filesOf(manifest, [START])].map((file) => `/${file}`), style };
}

/**
 * The files that each address needs beside those in the start document, the most specific address first.
 * Pure.
 */
export function routeFiles(routes: readonly RouteObject[], manifest: Manifest): Pick<StartPage, 'path' | 'files'>[] {
  const named = filesOf(manifest, [START]);
  return routeModules(routes)
    .toSorted(byRank)
    .map(({ path: address, modules }) => ({
      path: address,
      files: [...filesOf(manifest, modules)].filter((file) => !named.has(file)).map((file) => `/${file}`),
    }));
}
