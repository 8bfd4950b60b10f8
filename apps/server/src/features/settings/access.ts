import { type AccessPolicy, DEFAULT_SETTINGS } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { loadNewest } from './db.ts';
import { readSection } from './setting.ts';

/** How long sessions last, and what takes a fresh proof, as it holds at this moment on the given connection. */
export async function accessWithin(connection: Connection): Promise<AccessPolicy> {
  const newest = await loadNewest(connection, ['access']);
  return readSection('access', newest.get('access')?.after, DEFAULT_SETTINGS.access);
}
