export { balance, balances, CLOCK_TOLERANCE_MS, type EntrySpan, findEntrySpans, listPostings } from './db.ts';
export { verify, type VerifyReport } from './verify.ts';
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
