import { parseAst, Visitor, type Plugin } from 'vite';

/** A module's code with the summary of each endpoint that it declares emptied. */
export function withoutSummaries(code: string): string {
  const found: { start: number; end: number }[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [definition] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return;
      if (definition?.type !== 'ObjectExpression') return;
      for (const property of definition.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
        if (property.key.name === 'summary') found.push(property.value);
      }
    },
  }).visit(parseAst(code));
  return found.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}''${rest.slice(end)}`, code);
}

/** Removes the endpoints' summaries from the browser's code: only the API's description uses them. */
export function dropSummaries(): Plugin {
  return {
    name: 'drop-summaries',
    apply: 'build',
    // After the types are removed: the parser reads JavaScript.
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: withoutSummaries(code), map: null }),
    },
  };
}
