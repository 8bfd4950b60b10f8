import { endpoints } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { useCall } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Tells a user without a payout account what needs one, with the way to set it; else nothing. */
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
