export {
  ADMIN_ACTIONS,
  type AdminActionType,
  listAdminEmails,
  listApprovalReasons,
  recordAdminAction,
} from './admin-actions/db.ts';
export { listListedSenders } from './sanctions/db.ts';
export { mustWaitForReview, sanctionsHandlers, screenOrder, screenRefund, tellOfStopped } from './sanctions/screen.ts';
export { countsStill, isNewAdmin, loadHistory, loadNewest, type StoredChange } from './settings/db.ts';
export {
  countDeparture,
  findFence,
  forgetFirstLift,
  listChecks,
  lockDepartures,
  noteCheck,
  readFromEarlier,
  saveFirstLift,
  saveLift,
} from './fence/db.ts';
export { createDepartureGate, type DepartureGate } from './fence/departure-gate.ts';
export type { EpochMark } from './fence/epoch-file.ts';
export { type Fence, fenced, isRefusedByFence, type RecoveryCheck } from './fence/fence.ts';
export { fenceHandlers } from './fence/handlers.ts';
export { ASKED_FOR, raiseFence, raiseFenceWithin } from './fence/raise-fence.ts';
export { isFenced, requireNoFence } from './fence/require-no-fence.ts';
export { refreshList } from './sanctions/load-list.ts';
export { listedAddresses, listRefundHits, NO_HITS, type RefundHits, type SentBack } from './sanctions/refund-hits.ts';
export { sanctionsRoutes } from './sanctions/routes.ts';
export { needsTwo } from './settings/decide-approval.ts';
export { accessWithin, createOperatorSettings, type OperatorSettings } from './settings/operator-settings.ts';
export { recordChange, SETTINGS_CHANGED } from './settings/record-change.ts';
export { settingRoutes } from './settings/routes.ts';
export { decideApprovalWithin, decidedApprovals } from './settings/save-approvals.ts';
