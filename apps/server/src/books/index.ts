export { restoreBackup, type RestoredBooks } from './backup/restore-backup.ts';
export { type DrawReceipt } from './receipts/draw-receipt.ts';
export { measureBooks } from './reconciliation/db.ts';
export { reconcileDay } from './reconciliation/reconcile-day.ts';
export { dayToCompare } from './reconciliation/reconcile-yesterday.ts';
export { liftOnMachine } from './recovery/lift-fence.ts';
export { startGate } from './recovery/look-at-banks.ts';
export { viewRecovery } from './recovery/view-recovery.ts';
export { createBooks } from './create-books.ts';
