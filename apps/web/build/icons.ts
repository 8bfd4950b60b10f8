import { createRequire } from 'node:module';
import path from 'node:path';
import type { IconifyJSON } from '@iconify-json/lucide';
import type { Plugin } from 'vite';

const { icons: LUCIDE }: { icons: IconifyJSON } = createRequire(import.meta.url)('@iconify-json/lucide');
const ICON = path.join(import.meta.dirname, '../src/ui/icon.ts');
/** A module that no file has: Vite asks its plugins for it. */
const VIRTUAL = '\0virtual:lucide/';

const SHAPE = /<(?<tag>\w+) (?<attributes>[^>]*)\/>/g;
const ATTRIBUTE = /(?<name>[\w-]+)="(?<value>[^"]*)"/g;
/** The library repeats on each shape what `createIcon` says once for all of an icon. */
const OF_ALL = new Set([
  'fill="none"',
  'stroke="currentColor"',
  'stroke-width="2"',
  'stroke-linecap="round"',
  'stroke-linejoin="round"',
]);

/**
 * The shapes of one of Lucide's icons, each a tag and its attributes, by the icon's present name or a former one. Pure.
 * Throws where Lucide has no such icon.
 */
export function shapesOf(name: string): [tag: string, attributes: Record<string, string>][] {
  const body = LUCIDE.icons[LUCIDE.aliases?.[name]?.parent ?? name]?.body;
  if (body === undefined) throw new Error(`Lucide has no icon ${name}: https://lucide.dev/icons lists all`);
  return [...body.matchAll(SHAPE)].map(({ groups: { tag = '', attributes = '' } = {} }) => [
    tag,
    Object.fromEntries(
      [...attributes.matchAll(ATTRIBUTE)]
        .filter(([attribute]) => !OF_ALL.has(attribute))
        .map(({ groups: { name: key = '', value = '' } = {} }) => [key, value]),
    ),
  ]);
}

/** Makes of `virtual:lucide/check` a module with that icon as a component, so that a page loads only the icons that it shows. */
export function lucideIcons(): Plugin {
  return {
    name: 'kobogate-icons',
    resolveId: { filter: { id: /^virtual:lucide\// }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:lucide\// },
      handler(id) {
        const shapes = shapesOf(id.slice(VIRTUAL.length)).map((shape) => JSON.stringify(shape));
        return `import { createIcon } from ${JSON.stringify(ICON)};
export default /* @__PURE__ */ createIcon(${shapes.join(', ')});`;
      },
    },
    // Else the bundler takes a file that imports one icon as a user of all that `icons.ts` names, and puts all into the
    // file that every page loads first.
    transform: { filter: { id: /\/ui\/icons\.ts$/ }, handler: () => ({ moduleSideEffects: false }) },
  };
}
