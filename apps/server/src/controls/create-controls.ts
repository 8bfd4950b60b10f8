import type { Kobo } from '@kobogate/money';
import type { Base } from '../platform/base.ts';
import { chainActs } from './approvals/chain-acts.ts';
import { fenceHandlers } from './fence/handlers.ts';
import { refreshList } from './sanctions/load-list.ts';
import { sanctionsRoutes } from './sanctions/routes.ts';
import { createOperatorSettings } from './settings/operator-settings.ts';
import { settingRoutes } from './settings/routes.ts';
import { sanctionsHandlers } from './sanctions/screen.ts';

/** What the controls room needs. */
interface ControlsNeeds extends Base {
  readonly configuration: {
    readonly publicOrigin: string;
    /** The bounds of a conversion until the operator sets others. */
    readonly minimumOrderKobo: Kobo;
    readonly maximumOrderKobo: Kobo;
    /** The operator's lists of sanctioned addresses, as files. */
    readonly sanctionsFiles: readonly string[];
  };
}

/** Settings, the fence and the check of senders. */
export function createControls({ database, clock, log, configuration }: ControlsNeeds) {
  const { publicOrigin, minimumOrderKobo, maximumOrderKobo, sanctionsFiles } = configuration;
  const limits = { minimumKobo: String(minimumOrderKobo), maximumKobo: String(maximumOrderKobo) };
  const settings = createOperatorSettings({ database, clock, limits });
  return {
    routes: [...settingRoutes({ database, settings }), ...sanctionsRoutes({ database, clock })],
    handlers: [fenceHandlers({ database, publicOrigin }), sanctionsHandlers({ database })] as const,
    timers: [
      { name: 'chain-acts', everySeconds: 5, run: () => chainActs({ database }) },
      {
        name: 'refresh-sanctions',
        everySeconds: 60,
        run: () => refreshList({ database, clock, log, sanctionsFiles }),
      },
    ],
    queries: { settings },
  };
}
