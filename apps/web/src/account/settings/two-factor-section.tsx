import { dateTimeText, endpoints, type FactorReset, type TwoFactor } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { messageFor } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { SettingsSection } from './settings-section.tsx';
import type { Change } from '../../sign-in/two-factor/change.ts';
import { ChangeDialog } from '../../sign-in/two-factor/change-dialog.tsx';
import { FactorList } from '../../sign-in/two-factor/factor-list.tsx';
import { RecoveryCodes } from '../../sign-in/two-factor/recovery-codes.tsx';

const ID = 'two-factor';

/** The second step of logging in: whether it is on, its methods, and every way to change them. */
export function TwoFactorSection() {
  return (
    <SettingsSection
      id={ID}
      title="Two-factor"
      detail="A second step besides your password, so that a stolen password alone lets nobody in."
    >
      <Loaded />
    </SettingsSection>
  );
}

function Loaded() {
  const state = useCall(endpoints.twoFactor.get);
  if (state.isPending) return <SkeletonRows label="Loading two-factor" rows={2} className="h-18" />;
  if (state.data === undefined) {
    return (
      <ErrorState
        message={messageFor(state.error, 'Your two-factor settings could not be loaded.')}
        onRetry={() => void state.refetch()}
        isRetrying={state.isFetching}
      >
        Nothing has changed.
      </ErrorState>
    );
  }
  return <Factors twoFactor={state.data.data} />;
}

function Factors({ twoFactor }: { twoFactor: TwoFactor }) {
  const queryClient = useQueryClient();
  const reset = useCall(endpoints.lostFactor.own, {}, { isEnabled: twoFactor.isOn }).data?.data ?? null;
  const [change, setChange] = useState<Change | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function done(message: string, recoveryCodes: string[] | null): Promise<void> {
    setChange(null);
    toast.success(message);
    // Renaming ends no codes; every other change without new codes may have ended those on the page.
    if (recoveryCodes !== null || change?.kind === 'turn-off') setCodes(recoveryCodes);
    await Promise.all(
      // What took the second step has ended a request to remove it too.
      [endpoints.twoFactor.get, endpoints.lostFactor.own].map((call) =>
        queryClient.invalidateQueries({ queryKey: callKey(call) }),
      ),
    );
    // The pressed button may be gone with its row: the focus goes to the section's title.
    if (document.activeElement === document.body) document.getElementById(`${ID}-title`)?.focus();
  }

  return (
    <>
      {reset !== null && <ResetNotice reset={reset} />}
      {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
        {twoFactor.isOn ? <Status tone="success">On</Status> : <Status tone="neutral">Off</Status>}
        {twoFactor.isRequired === true && (
          <p className="text-sm text-ink-soft">Your role keeps it on. Add another way before you remove the last.</p>
        )}
        {twoFactor.isOn && twoFactor.isRequired !== true && (
          <Button variant="secondary" onClick={() => setChange({ kind: 'turn-off' })}>
            Turn two-factor off
          </Button>
        )}
      </div>
      <FactorList twoFactor={twoFactor} onChange={setChange} />
      {change !== null && (
        <ChangeDialog
          change={change}
          twoFactor={twoFactor}
          onDone={(message, recoveryCodes) => void done(message, recoveryCodes)}
          onClose={() => setChange(null)}
        />
      )}
    </>
  );
}

/** A request to remove all of it, which somebody has made from the second step of logging in. */
function ResetNotice({ reset: { askedAt, dueAt, isGranted } }: { reset: FactorReset }) {
  const form = useContractForm(endpoints.lostFactor.stopOwn, {
    initial: {},
    body: () => ({}),
    failed: 'We do not know whether it was stopped. Please try again.',
  });
  return (
    <div className="mb-4">
      <Notice
        tone="warning"
        title={isGranted ? 'Your second step is about to be removed.' : 'Your second step was reported as lost.'}
      >
        <p>
          Somebody who passed your first step asked us to remove it: <Moment at={askedAt} />.{' '}
          {isGranted ? 'Two administrators have granted it. ' : 'Two administrators review it. '}
          It takes effect on {dateTimeText(dueAt)} at the earliest. If it was not you, stop it and choose a new
          password.
        </p>
        <Form form={form} label="Stop the removal of the second step" className="mt-3">
          <Button type="submit" variant="secondary" pending={form.isPending} pendingLabel="Stopping...">
            Stop it
          </Button>
        </Form>
      </Notice>
    </div>
  );
}
