import { endpoints } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { useCall } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Says to somebody who has no payout account what does not go without one, with the way to set it; else nothing. */
export function AccountMissing({ title, children }: { title: string; children: ReactNode }) {
  const account = useCall(endpoints.bankAccounts.getMine);
  if (account.data === undefined || account.data.data !== null) return null;
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        <ButtonLink variant="secondary" to="/account/payment-method">
          Set payment method
        </ButtonLink>
      }
    >
      {children}
    </Notice>
  );
}
