import type { DepositId } from '@kobogate/contract';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { createExpecting } from '@kobogate/server/src/sales/funding/expect-deposit.ts';
import { createFunding, type FundingDependencies } from '@kobogate/server/src/sales/funding/fund-deposit.ts';

/** For tests: handles one confirmed deposit alone, as a process of its own. */
export const fundDeposit = (dependencies: FundingDependencies, depositId: DepositId): Promise<void> =>
  createFunding(dependencies)(depositId);

/** For tests: handles one deposit that was seen or dropped alone, as a process of its own. */
export const expectDeposit = (dependencies: { database: Database }, depositId: DepositId): Promise<void> =>
  createExpecting(dependencies)(depositId);
