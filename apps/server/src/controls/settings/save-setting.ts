import type { Settings, SettingSection, UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import type { OperatorSettings } from './operator-settings.ts';
import { recordChange } from './record-change.ts';
import { RULES } from './setting.ts';

export interface SettingDependencies {
  readonly database: Database;
  readonly settings: OperatorSettings;
}

/**
 * Replaces one section, which the administrator has read at `version`. Throws 422 for a broken rule or no difference,
 * and 409 where another administrator has changed the section since.
 */
export async function saveSetting<Section extends SettingSection>(
  { database, settings }: SettingDependencies,
  change: { section: Section; version: number; value: Settings[Section]; adminId: UserId },
): Promise<void> {
  const { section, version, value, adminId } = change;
  const refusal = RULES[section](value);
  if (refusal !== null) throw refusal;
  await database.transaction(async (tx) => {
    const before = (await settings.within(tx))[section];
    await recordChange(tx, { subject: section, version, before, after: value, adminId });
  });
}
