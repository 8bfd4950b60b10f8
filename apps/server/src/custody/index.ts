export {
  type BlockHeader,
  type Chain,
  type FindOurs,
  NodeFault,
  type ScannedBlock,
  type Transfer,
} from './deposits/chain.ts';
export { collectReceivable } from './deposits/collect-receivable.ts';
export { depositHandlers } from './deposits/handlers.ts';
export { recoverChains } from './found/recover-chains.ts';
export { treasuryRoutes } from './found/routes.ts';
export { refundHandlers } from './refunds/handlers.ts';
export { refundAddressRoutes, refundRoutes } from './refunds/routes.ts';
export { findOpenPlan } from './treasury/db.ts';
export { insertAddress, isScanning, noteTreasuries, takeSequence } from './wallets/db.ts';
export { refuseOwnAddress } from './wallets/own-addresses.ts';
export { depositRoutes } from './deposits/routes.ts';
export { createWatcher } from './deposits/watcher.ts';
export { refundFee } from './refunds/refund-fee.ts';
export { requireRefundRequest } from './refunds/refund.ts';
export { type RefundDependencies, requestRefund } from './refunds/request-refund.ts';
export { suspenseRoutes } from './suspense/routes.ts';
export { nativeOf } from './treasury/describe-moves.ts';
export { discardPlan } from './treasury/discard-plan.ts';
export { makeNonces, readNonceOrder } from './treasury/make-nonces.ts';
export { findTreasury, planSpending, type SpendingDependencies, treasuryOf } from './treasury/plan-spending.ts';
export type {
  DueRefund,
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
export { replacePlan } from './treasury/replace-plan.ts';
export { recordSigned, sendStage } from './treasury/send-plan.ts';
export { settleNetworks, type WatchedTreasuryWallet } from './treasury/settle-outgoing.ts';
export { bookTopUp } from './treasury/top-up.ts';
export { createOutgoing } from './treasury/track-outgoing.ts';
export { warnOfLowSupply } from './wallets/address-supply.ts';
export { deriveAddress, type FreshAddress, takesFromPool } from './wallets/derive-address.ts';
export { listCoinsOnOffer } from './wallets/list-coins.ts';
export { listWallets } from './wallets/list-wallets.ts';
export { loadAddressSources } from './wallets/load-address-sources.ts';
export { reserveAddresses } from './wallets/reserve-addresses.ts';
export { walletRoutes } from './wallets/routes.ts';
export { requireOffered } from './wallets/wallet.ts';
export { createWatchList, type WatchList } from './wallets/watch-list.ts';
