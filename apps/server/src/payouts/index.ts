export type {
  Bank,
  BankRail,
  FindAnswer,
  MadeTransfer,
  NameAnswer,
  PayoutInstruction,
  RailCallback,
  ReadCallback,
  SendAnswer,
  StatementAnswer,
  StatementLine,
  Stretch,
} from './bank-rail.ts';
export { countAccountChanges, forgetAccountChanges } from './bank-accounts/db.ts';
export { ask } from './check-payout.ts';
export {
  forgetPayoutAccounts,
  insertPayouts,
  listFloats,
  listOpenByReference,
  listPayouts,
  loadNewestPayout,
  lockPayout,
} from './db.ts';
export { createPayoutWork, type MoveContext } from './payout-work.ts';
export { type PayoutWriter } from './payout-writer.ts';
export { describePayout, isReference, type Payout, readReference } from './payout.ts';
export { exchangedPosting } from './postings.ts';
export { resumePayouts } from './resume-payouts.ts';
export { createPayouts } from './create-payouts.ts';
export { personalRecords } from './personal-records.ts';
