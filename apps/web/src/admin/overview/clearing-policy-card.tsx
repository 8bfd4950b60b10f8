import { endpoints } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';

/** Below which naira amount an order clears automatically, with a link to that setting. */
export function ClearingPolicyCard() {
  const settings = useCall(endpoints.settings.read);
  const clearing = settings.data?.data.clearing.value;
  return (
    <Card>
      <CardHeading
        title="Clearing policy"
        detail="Orders below the threshold clear automatically. Accounts whose name the bank did not confirm always wait."
      />
      {settings.isPending && <SkeletonRows label="Loading the policy" rows={1} className="h-11" />}
      {settings.isError && clearing === undefined && (
        <ErrorState
          message={messageFor(settings.error, 'The clearing policy could not be loaded.')}
          onRetry={() => void settings.refetch()}
          isRetrying={settings.isFetching}
        />
      )}
      {clearing !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {clearing.automaticBelowKobo === null ? (
            <Status tone="neutral">Off: every order waits</Status>
          ) : (
            <Status tone="brand">Below {nairaOfKobo(clearing.automaticBelowKobo)}</Status>
          )}
          <ButtonLink to="/admin/settings#clearing" variant="secondary">
            Change in Settings
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
