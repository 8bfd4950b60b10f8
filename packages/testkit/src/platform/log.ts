import type { Log } from '@kobogate/server/src/platform/log.ts';
import { pino } from 'pino';

/** A log that swallows everything. */
export const silentLog: Log = pino({ level: 'silent' });
