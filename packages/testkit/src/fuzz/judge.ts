import { type Endpoint, endpoints, errorAnswer, isForPrograms, programErrorAnswer } from '@kobogate/contract';
import type { WireAnswer } from '../server/product.ts';
import type { Composed } from './compose.ts';

const DECLARED: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(endpoints).flatMap((group) =>
    Object.values<Endpoint>(group).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  ),
);

/** What no answer may show: where the program failed, its statements, and secrets. */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|\.ts:\d|\.js:\d|syntax error|relation "|duplicate key|violates|ZodError|\bselect [^;]+ from\b|\$argon2|BwcHBwcHBwcH/i;

/** Names that an error may have. */
const ERROR_FIELDS: ReadonlySet<string> = new Set(Object.keys(errorAnswer.shape));

/** What is wrong about an answer; null: nothing. */
export function judge({ wire, operation }: Composed, answer: WireAnswer): string | null {
  const { status, headers, text } = answer;
  if (status >= 500) return `answered ${status}`;
  if (wire.method === 'TRACE' && status < 400) return 'answers TRACE';
  if (Object.keys(Object.prototype).length > 0) return 'has reached the prototype of all objects';
  if (INSIDE.test(text)) return 'shows something of the inside';
  if (headers['x-content-type-options'] !== 'nosniff' && !isParserOf(answer)) return 'lacks security headers';
  const type = String(headers['content-type'] ?? '');
  if (status >= 400) {
    if (wire.method === 'HEAD') return null;
    if (!type.startsWith('application/json')) return `an error of the type ${type}`;
    const endpoint = operation && DECLARED.get(`${operation.method} ${operation.path}`);
    const problem = errorProblem(text, endpoint !== undefined && isForPrograms(endpoint));
    if (problem !== null) return problem;
    const isDeclared = operation === undefined || String(status) in operation.media;
    return isDeclared ? null : `${status} is not declared`;
  }
  if (operation === undefined || wire.method === 'HEAD') return null;
  return successProblem(operation, answer, type);
}

/** Refused by Node before it was a request: the answer is made without the framework. */
const isParserOf = ({ status, headers }: WireAnswer): boolean =>
  (status === 400 || status === 431 || status === 408) && headers['x-request-id'] === undefined;

function errorProblem(text: string, isForProgram: boolean): string | null {
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || !('message' in body)) return 'an error without a message';
  if (typeof body.message !== 'string' || !/\S+ \S+/.test(body.message)) return 'an error without words';
  const more = Object.keys(body).filter((name) => !ERROR_FIELDS.has(name));
  if (more.length > 0) return `an error with ${more.join()}`;
  const form = isForProgram ? programErrorAnswer : errorAnswer;
  return form.safeParse(body).success ? null : 'an error without a code that the contract has';
}

function successProblem(
  { method, path, media }: NonNullable<Composed['operation']>,
  answer: WireAnswer,
  type: string,
): string | null {
  const { status, text } = answer;
  const expected = media[String(status)];
  if (expected === undefined) return `${status} is not declared`;
  if (!type.startsWith(expected)) return `the type ${type} instead of ${expected}`;
  if (expected !== 'application/json') return null;
  const endpoint = DECLARED.get(`${method} ${path}`);
  const body = parsed(text);
  const read = endpoint?.answer.safeParse(body);
  if (read?.success !== true)
    return `an answer against its schema: ${read?.error.issues[0]?.path.join('.')} ${read?.error.issues[0]?.message}`;
  const more = namesBeside(body, read.data, '');
  return more === null ? null : `an answer with ${more}, which its schema does not name`;
}

/** A name in `raw` that reading by the schema has dropped; null: none. */
function namesBeside(raw: unknown, read: unknown, at: string): string | null {
  if (typeof raw !== 'object' || raw === null || typeof read !== 'object' || read === null) return null;
  for (const [name, value] of Object.entries(raw)) {
    if (!(name in read)) return `${at}${name}`;
    const below = namesBeside(value, Object(read)[name], `${at}${name}.`);
    if (below !== null) return below;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
