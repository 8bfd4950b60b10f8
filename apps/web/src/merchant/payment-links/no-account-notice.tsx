import { AccountMissing } from '../../account/bank-accounts/account-missing.tsx';

/**
 * Tells a merchant without a payout account that their links can't be paid yet, with a link to set one; else nothing.
 */
export function NoAccountNotice() {
  return (
    <div className="mb-6 empty:hidden">
      <AccountMissing title="Your links can’t be paid yet">
        We don’t know yet which bank account your naira goes to. Until you set one, payers read that you can’t be paid.
      </AccountMissing>
    </div>
  );
}
