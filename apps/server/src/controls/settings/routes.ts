import { endpoints, type Settings, type SettingSection, type UserId } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { endProposal, saveApprovals } from './save-approvals.ts';
import { saveSetting, type SettingDependencies } from './save-setting.ts';
import { viewSettings } from './view-settings.ts';

const api = endpoints.settings;

/** The brand, public; the settings, for administrators. */
export function settingRoutes(dependencies: SettingDependencies): Route[] {
  const save = async <Section extends SettingSection>(
    section: Section,
    { caller, body }: { caller: { userId: UserId }; body: { version: number; value: Settings[Section] } },
  ) => {
    await saveSetting(dependencies, { section, adminId: caller.userId, ...body });
    return { message: 'Saved', data: (await viewSettings(dependencies))[section] };
  };
  return [
    route(api.brand, async () => {
      const { brand, switches } = await dependencies.settings.current();
      return { data: { ...brand, switches } };
    }),
    route(api.read, async () => ({ data: await viewSettings(dependencies) })),
    route(api.saveBrand, (request) => save('brand', request)),
    route(api.saveSwitches, (request) => save('switches', request)),
    route(api.saveClearing, (request) => save('clearing', request)),
    route(api.saveRisk, (request) => save('risk', request)),
    route(api.saveLimits, (request) => save('limits', request)),
    route(api.saveExposure, (request) => save('exposure', request)),
    route(api.saveApprovals, async ({ caller, body }) => {
      const { isWaiting } = await saveApprovals(dependencies, { adminId: caller.userId, ...body });
      return {
        message: isWaiting ? 'It takes effect once a second administrator has confirmed it' : 'Saved',
        data: (await viewSettings(dependencies)).approvals,
      };
    }),
    route(api.endProposal, async ({ caller, body }) => {
      const end = await endProposal(dependencies, { adminId: caller.userId, ...body });
      return {
        message: end === 'withdrawn' ? 'Withdrawn. The rule stays as it is.' : 'Refused. The rule stays as it is.',
        data: (await viewSettings(dependencies)).approvals,
      };
    }),
    route(api.saveTiers, (request) => save('tiers', request)),
    route(api.saveHolds, (request) => save('holds', request)),
    route(api.saveAccess, (request) => save('access', request)),
    route(api.saveLegal, (request) => save('legal', request)),
    route(api.saveRetention, (request) => save('retention', request)),
  ];
}
