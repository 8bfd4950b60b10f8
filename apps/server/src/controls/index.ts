export {
  ADMIN_ACTIONS,
  type AdminActionType,
  countsStill,
  isNewAdmin,
  listAdminEmails,
  listApprovalReasons,
  loadHistory,
  loadNewest,
  recordAdminAction,
  type StoredChange,
} from './settings/db.ts';
export { listListedSenders } from './sanctions/db.ts';
export { mustWaitForReview, sanctionsHandlers, screenOrder, screenRefund, tellOfStopped } from './sanctions/screen.ts';
export {
  countDeparture,
  type Fence,
  findFence,
  forgetFirstLift,
  listChecks,
  lockDepartures,
  noteCheck,
  readFromEarlier,
  type RecoveryCheck,
  saveFirstLift,
  saveLift,
} from './fence/db.ts';
export { fenced, isFenced, isRefusedByFence, requireNoFence } from './fence/fence.ts';
export { createDepartureGate, type DepartureGate } from './fence/departure-gate.ts';
export type { EpochMark } from './fence/epoch-file.ts';
export { fenceHandlers } from './fence/handlers.ts';
export { ASKED_FOR, raiseFence, raiseFenceWithin } from './fence/raise-fence.ts';
export { refreshList } from './sanctions/load-list.ts';
export { listedAddresses, listRefundHits, NO_HITS, type RefundHits, type SentBack } from './sanctions/refund-hits.ts';
export { sanctionsRoutes } from './sanctions/routes.ts';
export { needsTwo } from './settings/decide-approval.ts';
export { accessWithin, createOperatorSettings, type OperatorSettings } from './settings/operator-settings.ts';
export { recordChange, SETTINGS_CHANGED } from './settings/record-change.ts';
export { settingRoutes } from './settings/routes.ts';
export { decideApprovalWithin, decidedApprovals } from './settings/save-approvals.ts';
