import type { Database } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { createDepartureGate, type DepartureGate } from './departure-gate.ts';

/** For tests: the gate of a server that keeps no file, and asks no bank. */
export function createTestGate(database: Database): DepartureGate {
  return createDepartureGate({ database, log: silentLog, path: null });
}
