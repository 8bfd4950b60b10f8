import type { RefundId, UserId } from '@kobogate/contract';
import type { EvmPlanned, Plan } from '@kobogate/plans';
import { SIGNED_FORMAT } from '@kobogate/plans';
import { decideRefund } from '@kobogate/server/src/custody/refunds/decide-refund.ts';
import { requestRefund } from '@kobogate/server/src/custody/refunds/request-refund.ts';
import { planSpending, type Written } from '@kobogate/server/src/custody/treasury/plan-spending.ts';
import type { DueRefund, TreasuryWallet } from '@kobogate/server/src/custody/treasury/treasury-wallet.ts';
import { recordSigned } from '@kobogate/server/src/custody/treasury/send-plan.ts';
import { settleOutgoing } from '@kobogate/server/src/custody/treasury/settle-outgoing.ts';
import { createOutgoing } from '@kobogate/server/src/custody/treasury/track-outgoing.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import type { Log } from '@kobogate/server/src/platform/log.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestProof, signIn } from '../identity/sessions.ts';
import { createTestDatabase, type TestDatabase } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { createTestRates, insertCustomer, insertDeposit } from '../sales/orders.ts';

export const USDT = 'USDT@ethereum';
export const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const TREASURY = '0xtreasury';
export const DEPOSIT = '0xdeposit';
const address = { address: TREASURY, addressKey: TREASURY };
export const addressSources = [
  { family: 'evm' as const, keyFingerprint: 'sample', size: 1, derive: () => address, treasury: () => address },
];
const { currentRates } = createTestRates({ USDT: '1500' });

/** For tests: a unique raw signed transaction, which is its own id. */
export const newRaw = (): string => `0xab${newId().replaceAll('-', '')}`;

/**
 * For tests: the planned payment of a refund out of the treasury; without a refund's id a sweep from a deposit address.
 */
export function planTransfer(
  { id, asset, amount, address: payee }: Omit<DueRefund, 'id'> & { readonly id: RefundId | null },
  nonce = 0,
): EvmPlanned {
  const isSweep = id === null;
  return {
    kind: 'evm',
    stage: 2,
    purpose: isSweep ? 'sweep' : 'refund',
    asset,
    amount,
    from: { chain: isSweep ? 0 : 1, index: 0, address: isSweep ? DEPOSIT : TREASURY },
    payee,
    payeePlace: null,
    refundId: id,
    nonce,
    to: payee,
    value: 0n,
    data: '0x',
    gas: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
  };
}

/** For tests: a network whose signed transactions are their own ids, and that accepts every transaction. */
export const createTestTreasuryWallet = (changes: Partial<TreasuryWallet> = {}): TreasuryWallet => ({
  network: 'ethereum',
  family: 'evm',
  holdings: () => Promise.resolve([]),
  used: () => Promise.resolve(new Set()),
  draft: ({ refunds }) => Promise.resolve({ notes: [], transactions: refunds.map((refund) => planTransfer(refund)) }),
  identify: (_planned, raw) => Promise.resolve(raw.startsWith('0xab') ? raw : null),
  broadcast: () => Promise.resolve(),
  trace: () => Promise.resolve(null),
  outcome: () => Promise.resolve({ isSuccess: true, fee: 21n }),
  ...changes,
});

/** For tests: the plan that was made. Throws where none was. */
export function requirePlan({ plans }: Written): Plan {
  const plan = plans[0]?.plan;
  if (plan === undefined) throw new Error('nothing was planned');
  return plan;
}

/** For tests: a customer whose refund of 5 USDT is approved, and the steps of paying it. */
async function createTestTreasury(database: Database, adminId: UserId) {
  const owner = await insertCustomer(database);
  await insertDeposit(database, owner, { amount: 10_000_000n });
  const { id: refundId } = await requestRefund(
    { database, clock: systemClock, proveOwner: createTestProof('') },
    {
      caller: await signIn(database, owner.userId),
      asset: USDT,
      amount: '5',
      address: PAYEE,
      password: '',
      code: '',
      idempotencyKey: undefined,
    },
  );
  const approve = (reason: string | null = null) =>
    decideRefund({ database, currentRates }, { id: refundId, adminId, status: 'approved', reason });
  await approve();
  const planning = { database, clock: systemClock, addressSources };

  return {
    database,
    adminId,
    userId: owner.userId,
    refundId,
    planning,
    approve,
    outgoing: (log: Log = silentLog) => createOutgoing({ database, log, addressSources }),
    makePlan: async (treasuryWallet: TreasuryWallet): Promise<Plan> =>
      requirePlan(await planSpending(planning, { treasuryWallet, isSweep: false })),
    record: (treasuryWallet: TreasuryWallet, plan: Plan, signed: string[]) =>
      recordSigned({ database }, { treasuryWallet, signed: { format: SIGNED_FORMAT, plan, signed } }),
    /** A block of this height has the transaction. */
    see: (raw: string, height: bigint, log: Log = silentLog) =>
      database.transaction((tx) =>
        createOutgoing({ database, log, addressSources }).noteSeen(tx, 'ethereum', [
          { height, hash: `block ${height}`, transactions: ['0xother', raw] },
        ]),
      ),
    settle: (treasuryWallet: TreasuryWallet, tip: bigint) =>
      settleOutgoing({ database, log: silentLog }, { treasuryWallet, confirmations: 3, tip }),
    refundRow: async () => {
      const rows = await database.query<{ status: string; txid: string | null }>(
        `select status, txid from refund where id = $1`,
        [refundId],
      );
      return rows[0];
    },
  };
}

export type TestTreasury = Awaited<ReturnType<typeof createTestTreasury>>;

/** For a test file: gives each of its tests such a treasury, with everything of earlier tests ended. */
export function useTestTreasury(handOver: (treasury: TestTreasury) => void): void {
  let db: TestDatabase;
  let adminId: UserId;
  beforeAll(async () => {
    db = await createTestDatabase();
    adminId = (await insertCustomer(db.database, { isAdmin: true })).userId;
  });
  afterAll(() => db.drop());
  beforeEach(async () => {
    await db.database.query(`update spending_plan set status = 'done'`);
    await db.database.query(`update outgoing_transaction set status = 'failed' where status in ('sent', 'seen')`);
    await db.database.query(`update refund set status = 'declined' where status = 'approved'`);
    handOver(await createTestTreasury(db.database, adminId));
  });
}
