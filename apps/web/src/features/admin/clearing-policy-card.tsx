import { type ClearingPolicy, endpoints, type SettingView } from '@kobogate/contract';
import { formatUnits, parseAmount } from '@kobogate/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { TextField } from '../../ui/text-field.tsx';

const SAVE_FAILED = 'The policy was not saved. The one before still holds; please try again.';
const AMOUNT_WRONG = 'Please enter naira above 0 in plain digits, such as 50000 or 50000.50.';
const KOBO_DECIMALS = 2;

/** Below which naira amount an order clears without an admin; off unless somebody switches it on. */
export function ClearingPolicyCard() {
  const policy = useCall(endpoints.settings.read);
  const clearing = policy.data?.data.clearing;
  const kobo = clearing?.value.automaticBelowKobo ?? null;
  return (
    <Card>
      <CardHeading
        title="Clearing policy"
        detail="Orders below the threshold clear without an admin. Accounts whose name the bank did not confirm always wait."
        action={
          policy.data !== undefined && (
            <Status tone={kobo === null ? 'neutral' : 'brand'}>
              {kobo === null ? 'Off' : `Below ${nairaOfKobo(kobo)}`}
            </Status>
          )
        }
      />
      {policy.isPending && <SkeletonRows label="Loading the policy" rows={1} className="h-20" />}
      {policy.isError && policy.data === undefined && (
        <ErrorState
          message={messageFor(policy.error, 'The clearing policy could not be loaded.')}
          onRetry={() => void policy.refetch()}
          isRetrying={policy.isFetching}
        />
      )}
      {clearing !== undefined && <PolicyForm key={clearing.version} clearing={clearing} />}
    </Card>
  );
}

function PolicyForm({ clearing: { value, version } }: { clearing: SettingView<ClearingPolicy> }) {
  const kobo = value.automaticBelowKobo;
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [typed, setTyped] = useState(kobo === null ? '' : formatUnits(BigInt(kobo), KOBO_DECIMALS));
  const [problem, setProblem] = useState<string>();

  async function save(automaticBelowKobo: string | null): Promise<void> {
    try {
      const body = { version, value: { ...value, automaticBelowKobo } };
      const answer = await call(endpoints.settings.saveClearing, { body });
      if (isUnreachable(answer)) return setProblem(answer);
      await queryClient.invalidateQueries({ queryKey: callKey(endpoints.settings.read) });
      toast.success(answer.message);
    } catch (failure) {
      setProblem(messageFor(failure, SAVE_FAILED));
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const parsed = parseAmount(typed.trim(), KOBO_DECIMALS);
    if (!parsed.ok || parsed.value === 0n) return setProblem(AMOUNT_WRONG);
    setProblem(undefined);
    void run(() => save(String(parsed.value)));
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Clear automatically below"
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        suffix="naira"
        className="figures"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" pending={isPending} pendingLabel="Saving...">
          Save threshold
        </Button>
        {kobo !== null && (
          <Button variant="quiet" disabled={isPending} onClick={() => void run(() => save(null))}>
            Switch off
          </Button>
        )}
      </div>
    </form>
  );
}
