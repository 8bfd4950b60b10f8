import { endpoints, PASSWORD_MIN_LENGTH } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { focusFirstEmpty } from '../../lib/focus-field.ts';
import { call, isUnreachable } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { formValues } from '../../lib/form-values.ts';
import { completeProof } from '../../sign-in/two-factor/complete-proof.ts';
import { passkeyProblem } from '../../sign-in/two-factor/passkey-words.ts';
import { SecondFactorField } from '../../sign-in/two-factor/second-factor-field.tsx';
import { passwordFormProblem, type PasswordForm } from './password-form-rules.ts';
import { SettingsSection } from './settings-section.tsx';

const FIELDS = ['currentPassword', 'newPassword'] as const;

type Outcome = { kind: 'changed' | 'refused' | 'unanswered'; text: string };

/** Changes the password. A refusal keeps what was typed and ends no session. */
export function PasswordSection() {
  return (
    <SettingsSection
      id="password"
      title="Password"
      detail="Changing it signs out every other device. We tell you by mail whenever it changes."
    >
      <ChangeForm />
    </SettingsSection>
  );
}

function ChangeForm() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;

  async function change({ currentPassword, newPassword }: PasswordForm, code: string): Promise<void> {
    try {
      const body = { currentPassword, newPassword, ...(await completeProof(code, twoFactor)) };
      const answer = await call(endpoints.accounts.changePassword, { body });
      if (isUnreachable(answer)) return setOutcome({ kind: 'unanswered', text: answer });
      form.current?.reset();
      setOutcome({ kind: 'changed', text: answer.message });
      await queryClient.invalidateQueries({ queryKey: callKey(endpoints.sessions.list) });
    } catch (failure) {
      const text = passkeyProblem(failure, 'Your password could not be changed. Please try again.');
      setOutcome({ kind: 'refused', text });
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const values = formValues(event.currentTarget, FIELDS);
    const problem = passwordFormProblem(values);
    setOutcome(problem === null ? null : { kind: 'refused', text: problem });
    const { code } = formValues(event.currentTarget, ['code']);
    if (problem === null) void run(() => change(values, code));
    else focusFirstEmpty(event.currentTarget, FIELDS);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Password" className="grid max-w-md gap-5">
      {/* Tells password managers whose password this is. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        maxLength={1000}
        onChange={() => setOutcome(null)}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        maxLength={1000}
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. A few words in a row are easy to remember.`}
        onChange={() => setOutcome(null)}
      />
      <SecondFactorField twoFactor={twoFactor} onChange={() => setOutcome(null)} />
      {outcome !== null && <OutcomeNotice outcome={outcome} />}
      <div>
        <Button type="submit" pending={isPending} pendingLabel="Changing...">
          Change password
        </Button>
      </div>
    </form>
  );
}

function OutcomeNotice({ outcome: { kind, text } }: { outcome: Outcome }) {
  if (kind === 'changed') return <Notice tone="success">{text}</Notice>;
  if (kind === 'refused') {
    return (
      <Notice tone="danger" isUrgent>
        {text}
      </Notice>
    );
  }
  return (
    <Notice tone="warning" isUrgent title={text}>
      Your password may have been changed all the same. Try again: if your current password is then wrong, the new one
      holds.
    </Notice>
  );
}
