import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { traceOfLine } from './tracing.ts';

export type Log = Logger;

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'currentPassword',
  'passwordHash',
  'otp',
  'pin',
  'token',
  'accessToken',
  'secret',
  'secretKey',
  'apiKey',
  'privateKey',
  'signature',
  'xpub',
];

// `code` is a sign-in secret in a request, and the most useful field of an error: only the former is hidden.
const CODE_PATHS = ['code', 'body.code', 'payload.code', '*.body.code', '*.payload.code'];

function paths(field: string): string[] {
  const quoted = `["${field}"]`;
  return [quoted, `*${quoted}`, `*.*${quoted}`, `*.*.*${quoted}`];
}

/**
 * A JSON log of one line per entry, with the trace that it belongs to where traces are kept. Fields that carry secrets are replaced at any place, three objects deep.
 * `destination` is for tests; by default lines go to standard output.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    mixin: traceOfLine,
    redact: { paths: [...SECRET_FIELDS.flatMap(paths), ...CODE_PATHS], censor: '[hidden]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
