import { endpoints } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Account } from '../../ui/account.tsx';
import { Card } from '../../ui/card.tsx';
import { Landmark } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/states.tsx';

/** Which bank account the naira goes to, and the way to change it. */
export function PaymentMethodCard() {
  const account = useCall(endpoints.bankAccounts.getMine);
  const saved = account.data?.data ?? null;
  return (
    <Card className="flex flex-wrap items-center gap-4" aria-label="Payment method">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text">
        <Landmark className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow basis-40">
        <p className="text-sm text-ink-soft">Naira goes to</p>
        {account.isPending && <Skeleton className="mt-1 h-6 w-44" />}
        {account.isError && <p className="font-medium">{messageFor(account.error, 'Failed to load bank details')}</p>}
        {account.isSuccess &&
          (saved === null ? (
            <p className="font-medium">No bank account yet. Set one before you convert.</p>
          ) : (
            <p className="font-medium wrap-anywhere">
              <Account of={saved} />
            </p>
          ))}
      </div>
      <ButtonLink variant="secondary" to="/account/payment-method">
        Edit Payment Method
      </ButtonLink>
    </Card>
  );
}
