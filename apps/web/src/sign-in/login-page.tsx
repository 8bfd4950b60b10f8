import { SECOND_FACTORS, type SignInView, TEXTS } from '@kobogate/contract';
import { windowTitle } from '../ui/page-title.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { AuthContent } from './auth-frame.tsx';
import { DrawnForm, DrawnFrame, leftWith, SubmitButton, TextLink } from './drawn-frame.tsx';
import { OtherWaysIn } from './other-ways-in.tsx';
import { SecondStepForm, SECOND_STEP_TITLE } from './second-step-form.tsx';

const NO_STEP: NonNullable<SignInView['secondStep']> = { challenge: '', methods: [...SECOND_FACTORS], method: 'totp' };

/** Asks for e-mail address and password, or for the open second step of a login. */
export function LoginPage({ view }: { view: SignInView }) {
  if (view.secondStep !== null) {
    return (
      <DrawnFrame view={view} title={SECOND_STEP_TITLE}>
        <SecondStepForm step={view.secondStep} problems={view.problems} />
      </DrawnFrame>
    );
  }
  return (
    <>
      <DrawnFrame
        view={view}
        title="Welcome back"
        detail="Log in to see your wallets and your conversions."
        below={
          <>
            New here? <TextLink href="/signup">Create an account</TextLink>
          </>
        }
      >
        <DrawnForm name="login" problems={view.problems}>
          <TextField
            {...leftWith(view, 'email')}
            label="E-mail address"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            required
          />
          <div>
            <PasswordField {...leftWith(view, 'password')} label="Password" autoComplete="current-password" required />
            <p className="mt-1 text-right text-sm">
              <TextLink href="/forgot-password">Forgot password?</TextLink>
            </p>
          </div>
          <SubmitButton pendingLabel={TEXTS.loggingIn}>Login</SubmitButton>
        </DrawnForm>
        {view.providers.length > 0 && <OtherWaysIn view={view} />}
      </DrawnFrame>
      <template id="second-step" data-title={windowTitle(SECOND_STEP_TITLE)}>
        <AuthContent title={SECOND_STEP_TITLE}>
          <SecondStepForm step={NO_STEP} problems={null} />
        </AuthContent>
      </template>
    </>
  );
}
