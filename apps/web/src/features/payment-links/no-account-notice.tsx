import { endpoints } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Says to a merchant without a payout account that nobody can pay by their links yet, with the way on; else nothing. */
export function NoAccountNotice() {
  const account = useCall(endpoints.bankAccounts.getMine);
  if (account.data === undefined || account.data.data !== null) return null;
  return (
    <div className="mb-6 max-w-2xl">
      <Notice
        tone="warning"
        title="Nobody can pay by your links yet"
        action={
          <ButtonLink variant="secondary" to="/account/payment-method">
            Set payment method
          </ButtonLink>
        }
      >
        We don’t know yet which bank account your naira goes to. Until you set one, payers are told that you can’t be
        paid.
      </Notice>
    </div>
  );
}
