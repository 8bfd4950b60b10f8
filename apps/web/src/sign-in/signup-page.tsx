import { PASSWORD_MIN_LENGTH, PRODUCT_NAME, type SignInView, TEXTS } from '@kobogate/contract';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { DrawnForm, DrawnFrame, leftWith, SubmitButton, TextLink } from './drawn-frame.tsx';
import { OtherWaysIn } from './other-ways-in.tsx';

/** Opens an account and goes on to the code that was sent to its e-mail address. What was typed stays on failure. */
export function SignupPage({ view }: { view: SignInView }) {
  return (
    <DrawnFrame
      view={view}
      title="Create your account"
      detail="It takes a minute. We send a 4-digit code to your e-mail address to check that it is yours."
      below={
        <>
          Already have an account? <TextLink href="/login">Log in</TextLink>
        </>
      }
      footer={`© ${view.year} ${PRODUCT_NAME}`}
    >
      <DrawnForm name="signup" problems={view.problems}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...leftWith(view, 'first_name')} label="First name" autoComplete="given-name" required />
          <TextField {...leftWith(view, 'last_name')} label="Last name" autoComplete="family-name" required />
        </div>
        <TextField
          {...leftWith(view, 'email')}
          label="E-mail address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
        />
        <TextField
          {...leftWith(view, 'phone')}
          label="Phone number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
        />
        <PasswordField
          {...leftWith(view, 'password')}
          label="Password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters. A few words in a row are easy to remember.`}
          required
        />
        <SubmitButton pendingLabel={TEXTS.creatingAccount}>Create account</SubmitButton>
      </DrawnForm>
      <OtherWaysIn view={view} />
    </DrawnFrame>
  );
}
