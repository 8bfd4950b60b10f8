import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

/**
 * The part of Helm's templates (Go's text/template with a few of sprig's functions) that deploy/chart uses, so that its
 * objects can be checked where there is no Helm. Anything else in a template throws.
 */

type Value = unknown;
type Scope = ReadonlyMap<string, Value>;
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly words: string }
  | {
      readonly kind: 'block';
      readonly word: string;
      readonly words: string;
      readonly body: Node[];
      readonly other: Node[];
    };

const ACTION = /\{\{(?<left>-?)\s*(?<words>.*?)\s*(?<right>-?)\}\}/gs;
const isRecord = (value: Value): value is Readonly<Record<string, Value>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: Value): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 0 ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Cuts a file into texts and actions; a dash in an action takes the white space on its side away. */
function cut(source: string): (string | { readonly words: string })[] {
  const pieces: (string | { readonly words: string })[] = [];
  let from = 0;
  let trims = false;
  const text = (to: number, trimsEnd: boolean): void => {
    let part = source.slice(from, to);
    if (trims) part = part.trimStart();
    if (trimsEnd) part = part.trimEnd();
    pieces.push(part);
  };
  for (const match of source.matchAll(ACTION)) {
    const { left, words = '', right } = match.groups ?? {};
    text(match.index, left === '-');
    pieces.push({ words });
    from = match.index + match[0].length;
    trims = right === '-';
  }
  text(source.length, false);
  return pieces;
}

/** Reads one file; blocks that it defines are added to `defined`. */
function parse(source: string, defined: Map<string, Node[]>): Node[] {
  const pieces = cut(source);
  let at = 0;
  const body = (): { nodes: Node[]; end: string } => {
    const nodes: Node[] = [];
    while (at < pieces.length) {
      const piece = pieces[at];
      at += 1;
      if (typeof piece === 'string') nodes.push({ kind: 'text', text: piece });
      else if (piece !== undefined) {
        const [word = ''] = piece.words.split(/\s/, 1);
        const words = piece.words.slice(word.length).trim();
        if (word === 'end' || word === 'else') return { nodes, end: piece.words };
        if (['if', 'range', 'with', 'define'].includes(word)) nodes.push(block(word, words));
        else nodes.push({ kind: 'value', words: piece.words });
      }
    }
    return { nodes, end: '' };
  };
  const block = (word: string, words: string): Node => {
    const { nodes, end } = body();
    let other: Node[] = [];
    if (end.startsWith('else if ')) other = [block('if', end.slice('else if '.length))];
    else if (end === 'else') other = body().nodes;
    if (word === 'define') {
      defined.set(words.replaceAll('"', ''), nodes);
      return { kind: 'text', text: '' };
    }
    return { kind: 'block', word, words, body: nodes, other };
  };
  return body().nodes;
}

const WORD = /"(?:[^"\\]|\\.)*"|\(|\)|\||[^\s()|]+/g;

/** Renders every file of `files` whose name has no underscore before it, with the values that Helm would give. */
export function renderChart(files: Readonly<Record<string, string>>, context: Readonly<Record<string, Value>>): string {
  const defined = new Map<string, Node[]>();
  const parsed = Object.entries(files).map(([name, source]) => [name, parse(source, defined)] as const);

  const functions: Readonly<Record<string, (...args: Value[]) => Value>> = {
    include: (name, dot) => {
      const found = defined.get(String(name));
      if (found === undefined) throw new Error(`no template ${String(name)}`);
      return render(found, dot, new Map([['$', dot]]));
    },
    toYaml: (value) => stringify(value, { indentSeq: false, lineWidth: 0 }).trimEnd(),
    nindent: (count, text) => `\n${String(text).replaceAll(/^(?=.)/gm, ' '.repeat(Number(count)))}`,
    quote: (value) => JSON.stringify(String(value)),
    default: (preset, value) => (isEmpty(value) ? preset : value),
    or: (...values) => values.find((value) => !isEmpty(value)) ?? values.at(-1),
    eq: (one, other) => one === other,
    ne: (one, other) => one !== other,
    gt: (one, other) => Number(one) > Number(other),
    int: (value) => Math.trunc(Number(value)),
    sha256sum: (text) => createHash('sha256').update(String(text)).digest('hex'),
    dict: (...pairs) =>
      Object.fromEntries(
        pairs.flatMap((key, index) => (index % 2 === 0 ? [[String(key), pairs[index + 1]] as const] : [])),
      ),
  };

  function evaluate(words: string, dot: Value, scope: Scope): Value {
    const tokens = words.match(WORD) ?? [];
    let at = 0;
    const term = (): Value => {
      const token = tokens[at] ?? '';
      at += 1;
      if (token === '(') {
        const value = pipeline();
        at += 1;
        return value;
      }
      if (token.startsWith('"')) return JSON.parse(token);
      if (/^\d+$/.test(token)) return Number(token);
      const [first = '', ...path] = token.split('.');
      if (first !== '' && !scope.has(first)) throw new Error(`${token} is not known here`);
      let value = first === '' ? dot : scope.get(first);
      for (const name of path.filter((each) => each !== '')) value = isRecord(value) ? value[name] : undefined;
      return value;
    };
    const command = (piped: Value[]): Value => {
      const name = tokens[at] ?? '';
      const call = Object.hasOwn(functions, name) ? functions[name] : undefined;
      if (call === undefined) return term();
      at += 1;
      const args: Value[] = [];
      while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') args.push(term());
      return call(...args, ...piped);
    };
    const pipeline = (): Value => {
      let value = command([]);
      while (tokens[at] === '|') {
        at += 1;
        value = command([value]);
      }
      return value;
    };
    const value = pipeline();
    if (at < tokens.length) throw new Error(`can't read “${words}”`);
    return value;
  }

  function renderBlock(node: Extract<Node, { kind: 'block' }>, dot: Value, scope: Scope): string {
    const { word, body, other } = node;
    const names =
      word === 'range' ? /^\$(?<key>\w+), \$(?<value>\w+) := (?<words>.+)$/.exec(node.words)?.groups : undefined;
    const value = evaluate(names?.['words'] ?? node.words, dot, scope);
    if (isEmpty(value)) return render(other, dot, scope);
    if (word !== 'range') return render(body, word === 'with' ? value : dot, scope);
    if (!isRecord(value) || names === undefined) throw new Error(`can't go over “${node.words}”`);
    return Object.keys(value)
      .toSorted()
      .map((key) => {
        const inner = new Map([...scope, [`$${names['key']}`, key], [`$${names['value']}`, value[key]]]);
        return render(body, value[key], inner);
      })
      .join('');
  }

  function render(nodes: readonly Node[], dot: Value, scope: Scope): string {
    return nodes
      .map((node) => {
        if (node.kind === 'text') return node.text;
        if (node.kind === 'block') return renderBlock(node, dot, scope);
        const value = evaluate(node.words, dot, scope);
        if (value === undefined || value === null) return '';
        if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return `${value}`;
        throw new Error(`“${node.words}” is no text`);
      })
      .join('');
  }

  return parsed
    .filter(([name]) => !name.startsWith('_'))
    .map(([, nodes]) => `${render(nodes, context, new Map([['$', context]]))}\n`)
    .join('');
}
