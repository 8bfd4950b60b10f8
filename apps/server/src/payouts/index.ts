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
export { ask } from './check-payout.ts';
export { insertPayout, listOpenByReference, loadNewestPayout, lockPayout } from './db.ts';
export { createPayoutWork, type MoveContext } from './payout-work.ts';
export { createPayoutWriter, type PayoutWriter } from './payout-writer.ts';
export { describePayout, isReference, type Payout, readReference } from './payout.ts';
export { exchangedPosting } from './postings.ts';
export { bringPayoutsForward, resumePayouts } from './resume-payouts.ts';
export { settlePayout } from './settle-payout.ts';
export { takeAsSent } from './take-as-sent.ts';
export { createPayouts } from './create-payouts.ts';
export { payoutHandlers } from './handlers.ts';
export { loadKnownBanks } from './known-banks.ts';
export { createRailRouter, IN_HAND_PER_TURN, type RailRouter } from './rail-router.ts';
export { createCallbackReceiver } from './receive-callback.ts';
export { payoutRoutes } from './routes.ts';
export { watchFloats } from './floats/watch-floats.ts';
