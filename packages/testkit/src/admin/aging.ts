import { countTransferAccounts, forgetTransferAccounts } from '@kobogate/server/src/books/recovery/db.ts';
import { countNotices, forgetNotices } from '@kobogate/server/src/messaging/notifications/db.ts';
import { countAccountChanges, forgetAccountChanges } from '@kobogate/server/src/payouts/bank-accounts/db.ts';
import { forgetPayoutAccounts } from '@kobogate/server/src/payouts/db.ts';

/** What the daily task erases of the rooms that admin does not ask, without the records of closed accounts. */
export const AGING = {
  personalRecords: [],
  notices: { forget: forgetNotices, count: countNotices },
  accountChanges: { forget: forgetAccountChanges, count: countAccountChanges },
  transferAccounts: { forget: forgetTransferAccounts, count: countTransferAccounts },
  forgetPayoutAccounts,
};
