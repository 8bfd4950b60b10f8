import type { Settings, SettingSection, UserId } from '@kobogate/contract';
import { loadNewest } from '@kobogate/server/src/controls/settings/db.ts';
import {
  createOperatorSettings,
  type OperatorSettings,
} from '@kobogate/server/src/controls/settings/operator-settings.ts';
import { saveSetting } from '@kobogate/server/src/controls/settings/save-setting.ts';
import { SECTIONS } from '@kobogate/server/src/controls/settings/setting.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';

/** For tests: the settings of a database, with bounds of a conversion from ₦1,000 to ₦10,000,000 unless told. */
export function createTestSettings(
  database: Database,
  limits = { minimumKobo: '100000', maximumKobo: '1000000000' },
): OperatorSettings {
  return createOperatorSettings({ database, clock: systemClock, limits });
}

/** For tests: an administrator saves a section, whatever its version; the same value again changes nothing. */
export async function decideSetting<Section extends SettingSection>(
  database: Database,
  adminId: UserId,
  section: Section,
  value: Settings[Section],
): Promise<void> {
  const settings = createTestSettings(database);
  if (JSON.stringify((await settings.within(database))[section]) === JSON.stringify(value)) return;
  const version = (await loadNewest(database, SECTIONS)).get(section)?.version ?? 0;
  await saveSetting({ database, settings }, { section, version, value, adminId });
}
