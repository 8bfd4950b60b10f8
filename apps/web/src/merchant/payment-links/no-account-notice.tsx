import { AccountMissing } from '../../account/bank-accounts/account-missing.tsx';

/** Says to a merchant without a payout account that nobody can pay by their links yet, with the way on; else nothing. */
export function NoAccountNotice() {
  return (
    <div className="mb-6 empty:hidden">
      <AccountMissing title="Nobody can pay by your links yet">
        We don’t know yet which bank account your naira goes to. Until you set one, payers are told that you can’t be
        paid.
      </AccountMissing>
    </div>
  );
}
