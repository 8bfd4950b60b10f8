export {
  type ActFilter,
  ADMIN_ACTIONS,
  type AdminActionType,
  countsStill,
  listActs,
  listNotes,
  listOrderActions,
  listStaffEmails,
  loadChainState,
  type RecordedAct,
  ROLE_ACTS,
  roleOf,
} from './approvals/db.ts';
export { proveActs, verifyActs } from './approvals/chain-acts.ts';
export { loadHistory, loadNewest, OPEN_PROPOSALS, type StoredChange } from './settings/db.ts';
export { IS_LISTED, isNewlyListed, listListedSenders } from './sanctions/db.ts';
export { listWaitingForReview, screenDeposits, screenOrder, screenRefund, tellOfStopped } from './sanctions/screen.ts';
export {
  countDeparture,
  type Fence,
  findFence,
  forgetFirstLift,
  listChecks,
  loadDepartures,
  lockDepartures,
  noteCheck,
  readFromEarlier,
  type RecoveryCheck,
  saveFirstLift,
  saveLift,
} from './fence/db.ts';
export { fenced, isFenced, isFencedWithin, requireNoFence, waitsForFence } from './fence/fence.ts';
export { createDepartureGate, type DepartureGate } from './fence/departure-gate.ts';
export { type EpochMark, readEpochMark } from './fence/epoch-file.ts';
export { ASKED_FOR, type EndSessions, raiseFenceWithin, type Suspicion } from './fence/raise-fence.ts';
export { listedAddresses, listRefundHits, NO_HITS, type RefundHits, type SentBack } from './sanctions/refund-hits.ts';
export { tryList } from './sanctions/load-list.ts';
export { needsTwo } from './approvals/approval.ts';
export { accessWithin, type OperatorSettings, retentionWithin } from './settings/operator-settings.ts';
export { recordChange, SETTINGS_CHANGED } from './settings/record-change.ts';
export { countAdminsNeeded } from './approvals/threshold.ts';
export { recordDecision, requireReason, type SeenVersion } from './approvals/record-decision.ts';
export { createControls } from './create-controls.ts';
export { personalRecords } from './personal-records.ts';
