import { type SecondStep, TEXTS } from '@kobogate/contract';
import { lazy, Suspense, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router';
import { focusField, focusFirstEmpty } from '../lib/focus-field.ts';
import { returnPath } from '../lib/return-path.ts';
import { whyLastEnded } from '../lib/token.ts';
import { useSession } from '../lib/session-context.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { WaitOverlay } from '../ui/overlay.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { formValues } from '../lib/form-values.ts';
import { loginProblem } from './login-rules.ts';
import { rememberVerificationEmail } from './verification-email.ts';

const FIELDS = ['email', 'password'] as const;

// Few people need it, and it brings the code for passkeys.
const SecondStepForm = lazy(() => import('./second-step-form.tsx'));

/**
 * Signs in and goes where the person was going, after the second step where the account has one; an unverified account
 * goes to its code first.
 */
export function Component() {
  const { login } = useSession();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);
  const [ended] = useState(whyLastEnded);
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const wasAtSecondStep = useRef(false);
  const navigate = useNavigate();
  const location = useLocation();

  // Whoever comes back from the second step goes on at the form that it left, instead of at the top of the page.
  useLayoutEffect(() => {
    if (wasAtSecondStep.current && secondStep === null) focusField(form.current, 'email');
    wasAtSecondStep.current = secondStep !== null;
  }, [secondStep]);

  async function signIn(email: string, password: string): Promise<void> {
    try {
      const { message, data } = await login({ email, password });
      if (!data.isVerified) {
        rememberVerificationEmail(email);
        toast(TEXTS.verifyFirst);
        return await navigate('/verify-otp');
      }
      if (data.secondFactor !== undefined) return setSecondStep(data.secondFactor);
      await enter(message, data.isAdmin);
    } catch (failure) {
      toast.error((failure instanceof Error && failure.message) || TEXTS.loginScreenFailed);
    }
  }

  async function enter(message: string, isAdmin: boolean): Promise<void> {
    toast.success(message || TEXTS.loginSuccess);
    const home = isAdmin ? '/admin/dashboard' : '/account/dashboard';
    await navigate(returnPath(location.state) ?? home, { replace: true });
  }

  function startAgain(why: string | null): void {
    setSecondStep(null);
    setProblem(why);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const values = formValues(event.currentTarget, FIELDS);
    const found = loginProblem(values);
    setProblem(found);
    if (found === TEXTS.invalidEmail) return focusField(event.currentTarget, 'email');
    if (found !== null) return focusFirstEmpty(event.currentTarget, FIELDS);
    void run(() => signIn(values.email.trim(), values.password));
  }

  if (secondStep !== null) {
    return (
      <Suspense fallback={<WaitOverlay />}>
        <SecondStepForm step={secondStep} onDone={enter} onStartAgain={startAgain} />
      </Suspense>
    );
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
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        {problem !== null && (
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        )}
        {problem === null && ended !== null && <Notice tone="warning">{ended}</Notice>}
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
