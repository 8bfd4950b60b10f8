import type { UserId } from '@kobogate/contract';
import type { Kobo } from '@kobogate/money';
import type { DepartureGate, OperatorSettings } from '../controls/index.ts';
import type { ProveOwner } from '../identity/index.ts';
import type { Base } from '../platform/base.ts';
import type { Transaction } from '../platform/database.ts';
import { createNameQuestion } from './bank-accounts/resolve-name.ts';
import { bankAccountRoutes } from './bank-accounts/routes.ts';
import { viewPayoutAccount } from './bank-accounts/view-payout-account.ts';
import { createBankDirectory } from './bank-directory.ts';
import type { BankRail, RailCallback, ReadCallback } from './bank-rail.ts';
import { bringPayoutsForward, resumePayouts } from './resume-payouts.ts';
import { payoutHandlers } from './handlers.ts';
import { loadKnownBanks } from './known-banks.ts';
import { createPayoutWriter } from './payout-writer.ts';
import { createRailRouter, IN_HAND_PER_TURN } from './rail-router.ts';
import { createCallbackReceiver } from './receive-callback.ts';
import { payoutRoutes } from './routes.ts';
import { watchFloats } from './floats/watch-floats.ts';
import { withdrawPayoutsOf } from './withdraw-payout.ts';

/** What the payouts room needs. */
interface PayoutsNeeds extends Base {
  readonly settings: OperatorSettings;
  readonly proveOwner: ProveOwner;
  /** The gate: payouts leave only while it allows it. */
  readonly gate: DepartureGate;
  /** The rails in the operator's order, each with the reader of its provider's callbacks. */
  readonly connected: readonly { readonly rail: BankRail; readonly readCallback: ReadCallback }[];
  /** The file with the project's own list of banks. */
  readonly knownBanks: string;
  readonly configuration: {
    readonly publicOrigin: string;
    /** How many payouts each rail gets at a time. */
    readonly payoutsAtOnce: number;
    readonly lowFloatKobo: Kobo;
  };
}

/** Bank accounts, rails and payouts. */
export async function createPayouts(needs: PayoutsNeeds) {
  const { database, clock, log, settings, proveOwner, gate, connected } = needs;
  const { publicOrigin, payoutsAtOnce: atOnce, lowFloatKobo } = needs.configuration;
  const rails = connected.map(({ rail }) => rail);
  const directory = createBankDirectory({ rails, clock, known: await loadKnownBanks(needs.knownBanks) });
  const askName = createNameQuestion({ database, rails, directory });
  const onBack = () => void bringPayoutsForward({ database, clock, log });
  const router = createRailRouter({ rails, directory, clock, log, atOnce, onBack });
  const paying = { database, clock, log, rails, gate, router, askName, settings };
  const receiveCallback = createCallbackReceiver({ database, clock });
  return {
    routes: [
      ...bankAccountRoutes({ database, clock, log, publicOrigin, rails, directory, proveOwner }),
      ...payoutRoutes({ ...paying, lowFloatKobo }),
    ],
    handlers: [payoutHandlers(paying)] as const,
    timers: [
      { name: 'resume-payouts', everySeconds: 60, run: () => resumePayouts({ database }) },
      {
        name: 'watch-floats',
        everySeconds: 300,
        run: () => watchFloats({ database, clock, log, rails, lowFloatKobo, publicOrigin }),
      },
    ],
    queries: {
      askName,
      findPayoutAccount: viewPayoutAccount,
      withdrawPayoutsOf: (tx: Transaction, userId: UserId) => withdrawPayoutsOf(tx, { clock, log }, userId),
    },
    /** The providers' callback URLs, by path below `/api`. */
    callbacks: Object.fromEntries(
      connected.map(({ rail: { name }, readCallback }) => [
        `/callbacks/${name}`,
        async (callback: RailCallback) => {
          await receiveCallback({ rail: name, reference: readCallback(callback) });
        },
      ]),
    ),
    writer: createPayoutWriter({ database, gate }),
    /** As many as all rails together may have in hand, so that none takes another's place. */
    mostInHand: IN_HAND_PER_TURN * atOnce * rails.length,
    stop: () => router.stop(),
  };
}
