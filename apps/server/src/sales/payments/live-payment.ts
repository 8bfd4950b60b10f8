import type { Connection } from '../../platform/database.ts';
import { isId } from '../../platform/identifiers.ts';
import type { LiveThingOptions } from '../../platform/live-thing.ts';
import { findPaymentVersion, readChangedPayments } from './db-views.ts';

/** What a payment's own stream tells: anybody who has its id may follow it. */
export function followPayments(database: Connection): Pick<LiveThingOptions, 'event' | 'findVersion' | 'readChanged'> {
  return {
    event: 'payment',
    findVersion: async (id) => (isId(id) ? findPaymentVersion(database, id) : null),
    readChanged: (ids) => readChangedPayments(database, ids),
  };
}
