import { endpoints, PASSWORD_MIN_LENGTH, TEXTS } from '@kobogate/contract';
import { useState, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useNavigate, useSearchParams } from 'react-router';
import { call, isUnreachable, messageFor } from '../lib/client.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/text-field.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { formValues } from '../lib/form-values.ts';

/** Sets a new password with the token of the link, then leads to /login. */
export function Component() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return (
    <AuthFrame
      title="Choose a new password"
      detail="Every device that is signed in to your account will have to log in again."
      below={
        <>
          Remembered the old one? <TextLink to="/login">Log in</TextLink>
        </>
      }
    >
      {token === '' ? <IncompleteLink /> : <ResetForm token={token} />}
    </AuthFrame>
  );
}

function IncompleteLink() {
  return (
    <div className="grid gap-5">
      <Notice tone="warning" title="This link is incomplete">
        Its last part is missing, so we can’t tell whose password it is for. Open it from the e-mail again, or request a
        new one.
      </Notice>
      <ButtonLink to="/forgotten-password" size="large">
        Request a new link
      </ButtonLink>
    </div>
  );
}

function ResetForm({ token }: { token: string }) {
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();

  async function reset(newPassword: string): Promise<void> {
    try {
      const answer = await call(endpoints.accounts.resetPassword, { body: { newPassword, token } });
      if (isUnreachable(answer)) return void toast.error(answer);
      toast.success(answer.message || TEXTS.passwordReset);
      await navigate('/login', { replace: true });
    } catch (failure) {
      toast.error(messageFor(failure, TEXTS.requestError));
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { newPassword } = formValues(event.currentTarget, ['newPassword']);
    setProblem(newPassword === '' ? TEXTS.fillRequired : undefined);
    if (newPassword !== '') void run(() => reset(newPassword));
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        error={problem}
        required
      />
      <Button type="submit" size="large" pending={isPending} pendingLabel="Saving...">
        Reset Password
      </Button>
    </form>
  );
}
