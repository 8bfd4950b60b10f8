import type {
  PlanId,
  PlannedTransaction,
  PlanStage,
  RefundId,
  TreasuryNetwork,
  TreasuryPlan,
  TreasuryTask,
} from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';

const AT = '2026-01-05T09:30:00.000Z';
const usdt = (amount: string) => ({ asset: 'USDT@ethereum', currency: 'USDT', amount });
const eth = (amount: string) => ({ asset: 'ETH@ethereum', currency: 'ETH', amount });

function plan(name: string, stage: PlanStage, changes: Partial<TreasuryPlan> = {}): TreasuryPlan {
  return {
    id: idFor<PlanId>(name),
    network: 'ethereum',
    networkName: 'Ethereum',
    stage,
    part: 1,
    parts: 1,
    isReplacement: false,
    madeAt: AT,
    madeBy: 'Sample Admin',
    sentBy: null,
    transactions: 12,
    waiting: 0,
    waitingSince: null,
    seen: 0,
    final: 0,
    failed: 0,
    replaced: 0,
    swept: [usdt('12450.5'), eth('1.204')],
    paid: [],
    mostFee: [eth('0.0031')],
    refunds: 0,
    notes: [],
    refusals: [],
    noDiscard: null,
    noReplacement: 'Nothing of it waits.',
    ...changes,
  };
}

const REFUSED = plan('refused', 'refused', {
  network: 'polygon',
  networkName: 'Polygon',
  sentBy: 'Sample Admin',
  waiting: 3,
  waitingSince: AT,
  seen: 9,
  swept: [{ asset: 'USDC@polygon', currency: 'USDC', amount: '8000' }],
  paid: [{ asset: 'USDC@polygon', currency: 'USDC', amount: '250.75' }],
  mostFee: [{ asset: 'POL@polygon', currency: 'POL', amount: '1.2' }],
  refunds: 1,
  refusals: ['The node answered: max fee per gas less than block base fee'],
  noDiscard: 'It was handed in.',
  noReplacement: null,
  notes: [
    'USDC@polygon at 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 was left there: its issuer has frozen this address.',
  ],
});

const NETWORKS: readonly TreasuryNetwork[] = [
  {
    network: 'ethereum',
    name: 'Ethereum',
    treasury: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    custody: [usdt('12450.5'), eth('1.204')],
    held: [usdt('310'), eth('0.2')],
    dueRefunds: 2,
    nonces: null,
    autoSweep: {
      address: '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
      refusal:
        'The signer refuses: The day’s limit of USDT is 10000: 9800 was signed today (UTC), and this plan has 450.5. Nothing was signed.',
    },
  },
  {
    network: 'solana',
    name: 'Solana',
    treasury: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    custody: [{ asset: 'USDC@solana', currency: 'USDC', amount: '940.25' }],
    held: [],
    dueRefunds: 0,
    nonces: 0,
    autoSweep: null,
  },
  {
    network: 'polkadot',
    name: 'Polkadot',
    treasury: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    custody: [],
    held: [],
    dueRefunds: 0,
    nonces: null,
    autoSweep: null,
  },
  {
    network: 'cardano',
    name: 'Cardano',
    treasury: null,
    custody: [],
    held: [],
    dueRefunds: 0,
    nonces: null,
    autoSweep: null,
  },
];

const TASKS: readonly TreasuryTask[] = [
  {
    id: 'c',
    kind: 'sweep',
    networkName: 'Bitcoin',
    askedBy: 'Sample Admin',
    askedAt: AT,
    endedAt: null,
    isDone: null,
    words: [],
  },
  {
    id: 'b',
    kind: 'sweep',
    networkName: 'Ethereum',
    askedBy: 'Sample Admin',
    askedAt: AT,
    endedAt: AT,
    isDone: true,
    words: ['412 transactions in 3 parts.', '4 addresses are left out: plans that are open move their coins already.'],
  },
  {
    id: 'a',
    kind: 'top-up',
    networkName: 'Polygon',
    askedBy: 'Sample Admin',
    askedAt: AT,
    endedAt: AT,
    isDone: false,
    words: ['Transactions of ours are under way. Nothing was booked; please wait until they are final.'],
  },
];

/** A sample treasury with plans in every state. */
export const TREASURY = {
  networks: [...NETWORKS],
  plans: [
    plan('part one', 'to-sign', { part: 1, parts: 2, transactions: 200 }),
    plan('part two', 'to-sign', { part: 2, parts: 2, transactions: 112, paid: [usdt('248')], refunds: 1 }),
    REFUSED,
    plan('sending', 'sending', { sentBy: 'Sample Admin', waiting: 4, waitingSince: AT, seen: 8 }),
    plan('done', 'done', { sentBy: 'Sample Admin', final: 12, madeBy: null }),
    plan('discarded', 'discarded'),
  ],
  tasks: [...TASKS],
};

const transaction = (
  position: number,
  purpose: PlannedTransaction['purpose'],
  status: PlannedTransaction['status'],
  refusal: string | null = null,
): PlannedTransaction => ({
  position,
  purpose,
  coins: [{ asset: 'USDC@polygon', currency: 'USDC', amount: '250.75' }],
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  to: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  payees: [
    {
      address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      asset: 'USDC@polygon',
      currency: 'USDC',
      amount: '250.75',
      refundId: purpose === 'refund' ? idFor<RefundId>('e') : null,
    },
  ],
  status,
  transaction: status === null ? null : '0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd',
  refusal,
});

/** A plan of which the network refuses a part. */
export const REFUSED_PLAN = {
  plan: REFUSED,
  transactions: [
    transaction(0, 'gas', 'final'),
    transaction(1, 'sweep', 'seen'),
    transaction(2, 'sweep', 'sent', REFUSED.refusals[0] ?? null),
    transaction(3, 'close', 'sent'),
    transaction(3, 'refund', 'sent'),
  ],
};

const [PAYEE] = transaction(0, 'refund', null).payees;
const payee = (address: string, amount: string, refund: string | null) =>
  Object.assign({}, PAYEE, { address, amount, refundId: refund === null ? null : idFor<RefundId>(refund) });
/** One transaction that pays five: refunds, one address twice, and the treasury. */
const COMBINED: PlannedTransaction = {
  ...transaction(1, 'combined', null),
  from: null,
  payees: [
    payee('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '12.5', 'f'),
    payee('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '1250.000001', 'g'),
    payee('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0.75', 'h'),
    payee('0x90F79bf6EB2c4f870365E785982E1f101E93b906', '31', 'i'),
    payee('0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '12450.5', null),
  ],
};

/** A plan that is not signed yet. */
export const PLAN_TO_SIGN = {
  plan: plan('unsigned', 'to-sign'),
  transactions: [transaction(0, 'sweep', null), COMBINED],
};
