import { type BodyOf, type Endpoint, isForPrograms, type ParamsOf, type QueryOf } from '@kobogate/contract';
import type * as z from 'zod/mini';
import { type Fault, faulty, malformed } from './errors.ts';
import { WRONG_FORM } from './answer-error.ts';

/** What came in, before it is checked. */
interface Raw {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What comes in, checked. */
export interface ReadInput<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}

/**
 * Reads the whole input of a call. Throws 400 with the first fault; to programs (calls that an API key or a payer's page may make) with all
 * faults of address and body, by field.
 */
export function readInput<E extends Endpoint>(endpoint: E, { params, query, body }: Raw): ReadInput<E> {
  const read = {
    params: endpoint.params.safeParse(params),
    query: endpoint.query.safeParse(query),
    body: endpoint.body.safeParse(body),
  };
  if (read.params.success && read.query.success && read.body.success) {
    // The very schemas that the types are made of; the compiler can't relate the two.
    return { params: read.params.data, query: read.query.data, body: read.body.data } as ReadInput<E>;
  }
  const issues = Object.values(read).flatMap(({ error }) => error?.issues ?? []);
  const faults = issues.flatMap(faultsOf).filter(({ field }) => field !== '');
  const message = describeIssue(issues[0]);
  throw isForPrograms(endpoint) && faults.length > 0 ? faulty(message, faults) : malformed(message);
}

type Issue = z.core.$ZodIssue;

const placeOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

function faultsOf(issue: Issue): Fault[] {
  if (issue.code !== 'unrecognized_keys') return [{ field: placeOf(issue.path), message: describeIssue(issue) }];
  return issue.keys.map((key) => {
    const field = placeOf([...issue.path, key]);
    return { field, message: unknownField(field) };
  });
}

const unknownField = (field: string): string =>
  `This call has no field ${field}. Nothing was done; please check its name.`;

/** An input error as a message; the schema's own message where it has one. */
function describeIssue(issue: Issue | undefined): string {
  if (issue === undefined) return WRONG_FORM;
  if (issue.code === 'unrecognized_keys') return unknownField(placeOf([...issue.path, ...issue.keys.slice(0, 1)]));
  const field = placeOf(issue.path);
  if (issue.message !== '' && !issue.message.startsWith('Invalid ') && issue.message !== 'Invalid input')
    return issue.message;
  return field === '' ? WRONG_FORM : `The field ${field} is missing or not of the right form.`;
}
