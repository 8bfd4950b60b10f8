export {
  type BlockHeader,
  type Chain,
  type FindOurs,
  NodeFault,
  type ScannedBlock,
  type Transfer,
} from './deposits/chain.ts';
export { collectReceivables } from './deposits/collect-receivable.ts';
export { explainSurpluses } from './found/resume-network.ts';
export { BROUGHT } from './deposits/db.ts';
export { listAllOpen } from './found/surpluses/db.ts';
export { proveSurplus } from './found/prove-surplus.ts';
export { describeSurpluses, placesOf } from './found/surplus.ts';
export { listOpenPlans } from './treasury/plans/db.ts';
export { giveAddresses } from './wallets/db.ts';
export { refuseOwnAddress } from './wallets/own-addresses.ts';
export { declineTakenBackById } from './refunds/decline-taken-back.ts';
export { lockRefunds } from './treasury/db.ts';
export { isTooLittle, leastRefund } from './refunds/least-refund.ts';
export { refundFee } from './refunds/refund-fee.ts';
export { presentCoins } from './suspense/settlement.ts';
export { requireRefundRequest } from './refunds/refund.ts';
export { nativeText } from './treasury/describe-moves.ts';
export { discardPlan } from './treasury/discard-plan.ts';
export { resealNonceKeys } from './treasury/order-nonces.ts';
export { makeNonces, readNonceOrder } from './treasury/make-nonces.ts';
export { findTreasury, type FindAwaited, planSpending, treasuryOf, type Written } from './treasury/plan-spending.ts';
export type {
  DueRefund,
  EmptiedAddress,
  Holding,
  NonceMaker,
  NonceMakerOptions,
  Outcome,
  OwnAddress,
  TreasuryWallet,
  Replacement,
  Replacing,
  SpendingDraft,
  SpendingWish,
  Traced,
  Waiting,
} from './treasury/treasury-wallet.ts';
export {
  type Comparison,
  describeComparison,
  differenceOf,
  reconcile,
  type Reconciliation,
} from './treasury/reconcile.ts';
export type { PlanSigner } from './treasury/automatic/auto-sweep.ts';
export { replacePlan } from './treasury/replace-plan.ts';
export { recordSigned, sendStage } from './treasury/send-plan.ts';
export { bookTopUp } from './treasury/top-up.ts';
export { noAddressLeft, takeAddresses, takesFromPool } from './wallets/take-addresses.ts';
export { loadAddressSources } from './wallets/load-address-sources.ts';
export { requireOffered } from './wallets/wallet.ts';
export { createCustody } from './create-custody.ts';
export type { RequestRefund } from './refunds/request-refund.ts';
export { listWatchers } from './watching/db.ts';
export type { WatchedChain } from './watching/start-watchers.ts';
export type { Heads, HeadsStatus } from './watching/heads.ts';
export type { Usage } from './watching/providers.ts';
export { personalRecords } from './personal-records.ts';
