import type { Log } from '@kobogate/server/src/platform/log.ts';
import { pino } from 'pino';

/** A log that drops everything. */
export const silentLog: Log = pino({ level: 'silent' });
