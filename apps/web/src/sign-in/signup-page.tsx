import { PASSWORD_MIN_LENGTH, PRODUCT_NAME, TEXTS } from '@kobogate/contract';
import { useState, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { focusFirstEmpty } from '../lib/focus-field.ts';
import { useSession } from '../lib/session-context.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { formValues } from '../lib/form-values.ts';
import { OtherWaysIn } from './other-ways-in.tsx';
import { rememberVerificationEmail } from './verification-email.ts';

const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'password'] as const;
// Read once when the page's code loads, so that drawing it again draws the same.
const CURRENT_YEAR = new Date().getFullYear();
type Values = Record<(typeof FIELDS)[number], string>;

/** Opens an account and goes on to the code that was sent to its e-mail address. What was typed stays on failure. */
export function Component() {
  const { signup } = useSession();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();

  async function createAccount(form: HTMLFormElement, values: Values): Promise<void> {
    try {
      const { message } = await signup(values);
      toast.success(message);
      form.reset();
      rememberVerificationEmail(values.email);
      await navigate('/verify-otp');
    } catch (failure) {
      toast.error((failure instanceof Error && failure.message) || TEXTS.signupFailed);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = formValues(form, FIELDS);
    const values = { ...typed, email: typed.email.trim() };
    const isIncomplete = FIELDS.some((name) => values[name].trim() === '');
    setProblem(isIncomplete ? TEXTS.fillRequired : null);
    if (isIncomplete) return focusFirstEmpty(form, FIELDS);
    void run(() => createAccount(form, values));
  }

  return (
    <AuthFrame
      title="Create your account"
      detail="It takes a minute. We send a 4-digit code to your e-mail address to check that it is yours."
      below={
        <>
          Already have an account? <TextLink to="/login">Log in</TextLink>
        </>
      }
      footer={`© ${CURRENT_YEAR} ${PRODUCT_NAME}`}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        {problem !== null && (
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" name="first_name" autoComplete="given-name" required />
          <TextField label="Last name" name="last_name" autoComplete="family-name" required />
        </div>
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
        />
        <TextField label="Phone number" name="phone" type="tel" inputMode="tel" autoComplete="tel" required />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters. A few words in a row are easy to remember.`}
          required
        />
        <Button type="submit" size="large" pending={isPending} pendingLabel={TEXTS.creatingAccount}>
          Create account
        </Button>
      </form>
      <OtherWaysIn />
    </AuthFrame>
  );
}
