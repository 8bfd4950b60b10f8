import { IS_FOR_TESTS, isNode, list, nameOf, statementsOf } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */
/** @typedef {import('./syntax.mjs').Node} Node */

const PRODUCT = /^(?:apps|packages)\//;

/** The function or class that a statement exports, by its name. @type {(declaration: Node) => string | undefined} */
function exportedFunction(declaration) {
  if (/^(?:TSDeclareFunction|FunctionDeclaration|ClassDeclaration)$/.test(declaration.type))
    return nameOf(declaration['id']);
  const [first] = list(declaration['declarations']);
  const made = isNode(first) ? first['init'] : undefined;
  return isNode(first) && isNode(made) && made.type === 'ArrowFunctionExpression' ? nameOf(first['id']) : undefined;
}

/**
 * Exported functions and classes without a docstring, a sentence each. One docstring is enough for all forms of one name. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function docstringProblems(sources) {
  return sources
    .filter(({ path }) => PRODUCT.test(path) && !IS_FOR_TESTS.test(path))
    .flatMap((source) => {
      /** @type {Set<string>} */
      const described = new Set();
      return statementsOf(source).flatMap((statement) => {
        if (!isNode(statement) || statement.type !== 'ExportNamedDeclaration' || !isNode(statement['declaration']))
          return [];
        const name = exportedFunction(statement['declaration']);
        if (name === undefined || described.has(name)) return [];
        described.add(name);
        const before = source.source.slice(0, Number(statement['start'])).trimEnd();
        return before.endsWith('*/') ? [] : [`${source.path} exports ${name} without saying what it guarantees`];
      });
    });
}
