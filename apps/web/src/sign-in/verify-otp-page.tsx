import { endpoints, OTP_MINUTES, TEXTS } from '@kobogate/contract';
import { useLayoutEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Navigate, useNavigate } from 'react-router';
import { call, isUnreachable, messageFor } from '../lib/client.ts';
import { useSession } from '../lib/session-context.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { EMPTY_BOXES, wholeCode, type OtpBoxes } from './otp-boxes.ts';
import { OtpInput } from './otp-input.tsx';
import { forgetVerificationEmail, verificationEmail } from './verification-email.ts';

/** Takes the code that was sent by e-mail. Without an address to verify it says so and goes to /login. */
export function Component() {
  const [email] = useState(verificationEmail);
  useLayoutEffect(() => {
    // One id: drawing this page twice must not say it twice.
    if (email === null) toast.error(TEXTS.noEmail, { id: 'no-verification-email' });
  }, [email]);
  return email === null ? <Navigate to="/login" replace /> : <CodeForm email={email} />;
}

function CodeForm({ email }: { email: string }) {
  const { verifyOtp } = useSession();
  const { isPending, run } = usePending();
  const [boxes, setBoxes] = useState<OtpBoxes>(EMPTY_BOXES);
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();

  async function verify(otp: string): Promise<void> {
    try {
      const { message } = await verifyOtp({ email, otp });
      toast.success(message);
      forgetVerificationEmail();
      await navigate('/account/dashboard', { replace: true });
    } catch (failure) {
      setProblem((failure instanceof Error && failure.message) || TEXTS.verificationFailed);
      setBoxes({ ...EMPTY_BOXES });
    }
  }

  function change(next: OtpBoxes): void {
    setBoxes(next);
    const code = wholeCode(next);
    if (code === null || next.digits === boxes.digits) return;
    setProblem(null);
    void run(() => verify(code));
  }

  return (
    <AuthFrame
      title="Check your e-mail"
      detail={
        <>
          We sent a 4-digit code to <strong className="font-semibold text-ink">{email}</strong>. It works for{' '}
          {OTP_MINUTES} minutes, in this browser.
        </>
      }
      below={
        <>
          Wrong address? <TextLink to="/signup">Sign up again</TextLink>
        </>
      }
    >
      <div className="grid gap-5">
        <OtpInput
          boxes={boxes}
          onChange={change}
          onRefusedPaste={() => setProblem(TEXTS.pasteFourDigits)}
          isDisabled={isPending}
          isInvalid={problem !== null}
          describedBy="otp-state"
        />
        <div id="otp-state" className="min-h-6" aria-live="polite">
          {isPending && <p className="text-ink-soft">Checking the code...</p>}
          {!isPending && problem !== null && <Notice tone="danger">{problem}</Notice>}
        </div>
        <ResendButton email={email} />
      </div>
    </AuthFrame>
  );
}

function ResendButton({ email }: { email: string }) {
  const { isPending, run } = usePending();

  async function resend(): Promise<void> {
    try {
      const answer = await call(endpoints.accounts.resendOtp, { body: { email } });
      if (isUnreachable(answer)) toast.error(answer);
      else toast.success(answer.message || TEXTS.codeSent);
    } catch (failure) {
      toast.error(messageFor(failure, TEXTS.resendFailed));
    }
  }

  return (
    <div className="text-ink-soft">
      No code yet? Look in the spam folder, or ask for another one. If the mail has a link instead, open that.
      <div className="-ml-4">
        <Button variant="quiet" pending={isPending} pendingLabel="Sending..." onClick={() => void run(resend)}>
          Resend code
        </Button>
      </div>
    </div>
  );
}
