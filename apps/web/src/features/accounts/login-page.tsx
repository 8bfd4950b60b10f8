import { TEXTS } from '@kobogate/contract';
import { useState, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router';
import { returnPath } from '../../lib/return-path.ts';
import { useSession } from '../../lib/session-context.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { focusFirstEmpty, formValues } from './form-values.ts';
import { loginProblem } from './login-rules.ts';
import { rememberVerificationEmail } from './verification-email.ts';

const FIELDS = ['email', 'password'] as const;

/** Signs in and goes where the person was going; an unverified account goes to its code first. */
export function Component() {
  const { login } = useSession();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();
  const location = useLocation();

  async function signIn(email: string, password: string): Promise<void> {
    try {
      const { message, data } = await login({ email, password });
      if (!data.isVerified) {
        rememberVerificationEmail(email);
        toast(TEXTS.verifyFirst);
        return await navigate('/verify-otp');
      }
      toast.success(message || TEXTS.loginSuccess);
      const home = data.isAdmin ? '/admin/dashboard' : '/account/dashboard';
      await navigate(returnPath(location.state) ?? home, { replace: true });
    } catch (failure) {
      toast.error((failure instanceof Error && failure.message) || TEXTS.loginScreenFailed);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const values = formValues(event.currentTarget, FIELDS);
    const found = loginProblem(values);
    setProblem(found);
    if (found !== null) return focusFirstEmpty(event.currentTarget, FIELDS);
    void run(() => signIn(values.email.trim(), values.password));
  }

  return (
    <AuthFrame
      title="Welcome back"
      detail="Log in to see your wallets and your conversions."
      below={
        <>
          New here? <TextLink to="/signup">Create an account</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        {problem !== null && (
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        )}
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <div>
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
          <p className="mt-1 text-right text-sm">
            <TextLink to="/forgot-password">Forgot password?</TextLink>
          </p>
        </div>
        <Button type="submit" size="large" pending={isPending} pendingLabel={TEXTS.loggingIn}>
          Login
        </Button>
      </form>
    </AuthFrame>
  );
}
