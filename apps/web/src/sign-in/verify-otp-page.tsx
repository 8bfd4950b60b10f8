import { OTP_LENGTH, OTP_MINUTES, type SignInView } from '@kobogate/contract';
import { buttonStyle } from '../ui/button-style.ts';
import { Notice } from '../ui/notice.tsx';
import { DrawnForm, DrawnFrame, SubmitButton, TextLink } from './drawn-frame.tsx';

const POSITIONS: readonly number[] = Array.from({ length: OTP_LENGTH }, (_, index) => index);

/**
 * Takes the code that was sent by e-mail. The script knows the address from this browser and goes to /login without
 * one; where the server knows it (`email`), a sign-up that began without a script continues without it.
 */
export function VerifyOtpPage({ view }: { view: SignInView }) {
  const { email, problems } = view;
  return (
    <DrawnFrame
      view={view}
      title="Check your e-mail"
      detail={
        <>
          We sent a 4-digit code to{' '}
          <strong data-email className="font-semibold break-words text-ink">
            {email ?? 'your e-mail address'}
          </strong>
          . It works for {OTP_MINUTES} minutes, in this browser.
        </>
      }
      below={
        <>
          Wrong address? <TextLink href="/signup">Sign up again</TextLink>
        </>
      }
    >
      {email === null && (
        <noscript>
          <div className="mb-5">
            <Notice tone="warning" title="Which address?">
              This browser does not know which address the code was sent to. Please{' '}
              <a href="/login" className="font-semibold underline">
                log in
              </a>{' '}
              with it: that sends a new one.
            </Notice>
          </div>
        </noscript>
      )}
      <DrawnForm name="verify-otp" problems={problems} data-plain={email !== null || undefined}>
        <fieldset className="grid grid-cols-4 gap-3" aria-describedby="problem">
          <legend className="sr-only">{OTP_LENGTH}-digit code</legend>
          {POSITIONS.map((index) => (
            <input
              key={index}
              name="otp"
              aria-label={`Digit ${index + 1} of ${OTP_LENGTH}`}
              aria-invalid={problems !== null || undefined}
              inputMode="numeric"
              pattern="[0-9]*"
              autoComplete={index === 0 ? 'one-time-code' : 'off'}
              className="field headline figures h-18 px-0 text-center text-3xl"
            />
          ))}
        </fieldset>
        <output id="otp-state" className="sr-only" />
        <SubmitButton pendingLabel="Checking the code...">Verify</SubmitButton>
        <div className="text-ink-soft">
          No code yet? Look in the spam folder, or ask for another one. If the mail has a link instead, open that.
          <div className="-ml-4">
            <button type="submit" name="resend" value="1" data-pending="Sending..." className={buttonStyle('quiet')}>
              Resend code
            </button>
          </div>
        </div>
      </DrawnForm>
    </DrawnFrame>
  );
}
