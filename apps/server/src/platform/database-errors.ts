import { DependencyDown } from './errors.ts';

/** SQLSTATE of an error from the database, or the system's code (ECONNREFUSED …) of a connection error. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The name of the constraint that was violated, if the error names one. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** SQLSTATE of a statement that writes, on a server that takes no writes, as a standby. */
export const READ_ONLY = '25006';

/** Whether the database rolled the transaction back for a reason that a retry can overcome: serialisation, deadlock. */
export function isRepeatable(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01';
}

/**
 * Whether a statement gave up waiting for a lock, as `limitLockWaits` has it do; recognises the raw error and the one
 * that `transaction` throws.
 */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error instanceof DependencyDown ? error.cause : error) === '55P03';
}

// Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html that mean "not now": 08
// connection, 53 resources (disk, memory, connections), 57P shutting down or starting, 57014 cancelled, 55P03 lock,
// 25P03 and 25P04 timeouts.
const UNAVAILABLE = /^(?:08|53|57P|57014|55P03|25006|25P03|25P04)/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);
const DATABASE = 'database';
// The driver gives these no code.
const DRIVER_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|connection error|server closed the connection/i;

/** Whether it is the error of a database that did not answer, as the functions of `database.ts` throw it. */
export const isDatabaseDown = (error: unknown): boolean =>
  error instanceof DependencyDown && error.dependency === DATABASE;

/** Turns an error that means "the database does not answer" into `DependencyDown`; returns every other unchanged. */
export function asDependencyDown(error: unknown): unknown {
  const code = errorCode(error);
  const isDown =
    code === undefined
      ? error instanceof Error && DRIVER_MESSAGE.test(error.message)
      : UNAVAILABLE.test(code) || NETWORK.has(code);
  return isDown ? databaseDown(error) : error;
}

/** The database does not answer, because of this. */
export function databaseDown(cause: unknown): DependencyDown {
  return new DependencyDown(
    DATABASE,
    'The database does not answer. What is stored is safe; please try again shortly.',
    {
      cause,
    },
  );
}
