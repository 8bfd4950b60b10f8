import {
  type ApprovalsView,
  DEFAULT_SETTINGS,
  type Settings,
  type SettingSection,
  type SettingView,
} from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { countAdmins, countOrderApprovers } from '../approvals/db.ts';
import { findProposal, loadHistory, type StoredChange } from './db.ts';
import type { SettingDependencies } from './save-setting.ts';
import { readSection, SECTIONS } from './setting.ts';

/** How many of a section's changes are shown; all are stored. */
const SHOWN_CHANGES = 20;

type SettingsView = { [Section in SettingSection]: SettingView<Settings[Section]> } & { approvals: ApprovalsView };

/** Every section with its present value and newest changes, as an administrator sees them. */
export async function viewSettings({ database, settings }: SettingDependencies): Promise<SettingsView> {
  const now = await settings.within(database);
  const history = await loadHistory(database, SECTIONS, SHOWN_CHANGES);
  return {
    brand: viewSection('brand', now, history),
    switches: viewSection('switches', now, history),
    clearing: viewSection('clearing', now, history),
    risk: viewSection('risk', now, history),
    limits: viewSection('limits', now, history),
    exposure: viewSection('exposure', now, history),
    holds: viewSection('holds', now, history),
    tiers: viewSection('tiers', now, history),
    access: viewSection('access', now, history),
    legal: viewSection('legal', now, history),
    retention: viewSection('retention', now, history),
    approvals: {
      ...viewSection('approvals', now, history),
      administrators: await countAdmins(database),
      orderApprovers: await countOrderApprovers(database),
      proposal: await viewProposal(database, 'approvals'),
    },
  };
}

async function viewProposal(database: Connection, section: 'approvals'): Promise<ApprovalsView['proposal']> {
  const proposal = await findProposal(database, section);
  if (proposal === null) return null;
  const { after, adminId, by, at } = proposal;
  return { value: readSection(section, after, DEFAULT_SETTINGS[section]), adminId, by, at: at.toISOString() };
}

function viewSection<Section extends SettingSection>(
  section: Section,
  settings: Settings,
  changes: readonly StoredChange[],
): SettingView<Settings[Section]> {
  const own = changes.filter(({ subject }) => subject === section);
  const fallback = settings[section];
  // Value and version come from one read, so that the version check catches a simultaneous change.
  const value = own[0] === undefined ? fallback : readSection(section, own[0].after, fallback);
  return {
    value,
    version: own[0]?.version ?? 0,
    history: own.map(({ version, at, by, before, after }) => ({
      version,
      at: at.toISOString(),
      by,
      before: readSection(section, before, value),
      after: readSection(section, after, value),
    })),
  };
}
