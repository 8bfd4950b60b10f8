export { createNameQuestion } from './bank-accounts/ask-name.ts';
export { bankAccountRoutes } from './bank-accounts/routes.ts';
export { viewPayoutAccount } from './bank-accounts/view-payout-account.ts';
export { createBankDirectory } from './bank-directory.ts';
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
export { bringPayoutsForward } from './bring-payouts-forward.ts';
export { ask } from './check-payout.ts';
export { insertPayout, listOpenByReference, loadNewestPayout, lockPayout } from './db.ts';
export { payoutHandlers } from './handlers.ts';
export { loadKnownBanks } from './known-banks.ts';
export { createPayoutWork } from './payout-work.ts';
export { createPayoutWriter, type PayoutWriter } from './payout-writer.ts';
export { describePayout, isReference, type Payout, readReference } from './payout.ts';
export { exchangedPosting } from './postings.ts';
export { createRailRouter, IN_HAND_PER_TURN, type RailRouter } from './rail-router.ts';
export { createCallbackReceiver } from './receive-callback.ts';
export { resumePayouts } from './resume-payouts.ts';
export { payoutRoutes } from './routes.ts';
export { settlePayout } from './settle-payout.ts';
export { takeAsSent } from './take-as-sent.ts';
export { watchFloats } from './watch-floats.ts';
