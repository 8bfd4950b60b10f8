import { type AccessPolicy, DEFAULT_SETTINGS, type Limits, type Retention, type Settings } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database } from '../../platform/database.ts';
import { keepFresh } from '../../platform/fresh.ts';
import { loadNewest } from './db.ts';
import { SETTINGS_CHANGED } from './record-change.ts';
import { defaultSettings, readSection, SECTIONS } from './setting.ts';

/** The operator's decisions, for other code. */
export interface OperatorSettings {
  /** The present settings, at most a second old: for display. */
  current(): Promise<Settings>;
  /** The settings at this moment, read on the given connection: for decisions. */
  within(connection: Connection): Promise<Settings>;
}

const KEPT_MILLISECONDS = 1000;

/** Reads the operator's settings. `limits` are the bounds of a conversion until the operator sets others. */
export function createOperatorSettings({
  database,
  clock,
  limits,
}: {
  database: Database;
  clock: Clock;
  limits: Limits;
}): OperatorSettings {
  const defaults = defaultSettings(limits);

  async function within(connection: Connection): Promise<Settings> {
    const newest = await loadNewest(connection, SECTIONS);
    return {
      brand: readSection('brand', newest.get('brand')?.after, defaults.brand),
      switches: readSection('switches', newest.get('switches')?.after, defaults.switches),
      clearing: readSection('clearing', newest.get('clearing')?.after, defaults.clearing),
      risk: readSection('risk', newest.get('risk')?.after, defaults.risk),
      limits: readSection('limits', newest.get('limits')?.after, defaults.limits),
      exposure: readSection('exposure', newest.get('exposure')?.after, defaults.exposure),
      holds: readSection('holds', newest.get('holds')?.after, defaults.holds),
      tiers: readSection('tiers', newest.get('tiers')?.after, defaults.tiers),
      approvals: readSection('approvals', newest.get('approvals')?.after, defaults.approvals),
      access: readSection('access', newest.get('access')?.after, defaults.access),
      legal: readSection('legal', newest.get('legal')?.after, defaults.legal),
      retention: readSection('retention', newest.get('retention')?.after, defaults.retention),
    };
  }

  const current = keepFresh(clock, KEPT_MILLISECONDS, () => within(database));
  database.onAnnounced(SETTINGS_CHANGED, current.forget);
  return { current, within };
}

/** How long data is kept, at this moment on the given connection. */
export async function retentionWithin(connection: Connection): Promise<Retention> {
  const newest = await loadNewest(connection, ['retention']);
  return readSection('retention', newest.get('retention')?.after, DEFAULT_SETTINGS.retention);
}

/** How long sessions last, and what needs a fresh proof, at this moment on the given connection. */
export async function accessWithin(connection: Connection): Promise<AccessPolicy> {
  const newest = await loadNewest(connection, ['access']);
  return readSection('access', newest.get('access')?.after, DEFAULT_SETTINGS.access);
}
