export {
  balance,
  balances,
  CLOCK_TOLERANCE_MS,
  type EntrySpan,
  findEntrySpans,
  insertClosedMonth,
  listClosedMonths,
  listPostings,
} from './db.ts';
export { verify, verifyDaily, type VerifyReport } from './verify.ts';
export {
  type AccountKind,
  type AccountRef,
  custody,
  customer,
  exchange,
  held,
  networkFees,
  operatorFunds,
  payable,
  payoutInTransit,
  railFees,
  railFloat,
  receivable,
  refunding,
  spreadIncome,
  stampDutyCost,
  stampDutyDue,
  suspense,
  treasury,
  unclaimed,
  unexplained,
  vatDue,
  writtenOff,
} from './chart.ts';
export { accountsOfPerson } from './chart.ts';
export { createHeldAccounts } from './held-accounts.ts';
export { post } from './post.ts';
export { type NewTransaction, SourceUsed, type Transfer } from './transaction.ts';
export { personalRecords } from './personal-records.ts';
export { createLinesCheck, type CheckedLines } from './closed-months/check-lines.ts';
export { findLastBatch, findSettledBatch, hasEnded, listOpenMonths, readMonth } from './closed-months/close-month.ts';
export {
  type ClosedMonth,
  createMonthSealer,
  type MonthSealer,
  type KeptMonth,
  type SealedMonth,
  sealMonth,
} from './closed-months/closed-month.ts';
export { isMonth, monthOf } from './closed-months/month.ts';
export { endLine } from './closed-months/month-lines.ts';
export { checkChain, proveSince, type ProofSince, readClosedMonths } from './closed-months/prove-months.ts';
