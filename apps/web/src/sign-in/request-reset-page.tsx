import { endpoints, TEXTS } from '@kobogate/contract';
import { useState, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../lib/client.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { formValues } from '../lib/form-values.ts';

/** Asks for a reset link by e-mail address or phone number, and says where to look next. */
export function Component() {
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string>();
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function request(email: string): Promise<void> {
    try {
      const answer = await call(endpoints.accounts.forgotPassword, { body: { email } });
      if (isUnreachable(answer)) return void toast.error(answer);
      toast.success(answer.message || TEXTS.resetLinkSent);
      setSentTo(email);
    } catch (failure) {
      toast.error(messageFor(failure, TEXTS.requestError));
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const email = formValues(event.currentTarget, ['email']).email.trim();
    setProblem(email === '' ? TEXTS.fillRequired : undefined);
    if (email !== '') void run(() => request(email));
  }

  return (
    <AuthFrame
      title="Get a reset link"
      detail="Tell us the e-mail address or phone number of your account. The link goes to the account’s e-mail address."
      below={
        <>
          Remembered it? <TextLink to="/login">Log in</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="E-mail or phone number"
          name="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          error={problem}
          required
        />
        <Button type="submit" size="large" pending={isPending} pendingLabel="Requesting...">
          Request Verification Link
        </Button>
        {sentTo !== null && (
          <Notice tone="success" title="What happens now">
            If <span className="break-all">{sentTo}</span> belongs to an account, an e-mail with a link is on its way.
            Look in the spam folder too.
          </Notice>
        )}
      </form>
    </AuthFrame>
  );
}
