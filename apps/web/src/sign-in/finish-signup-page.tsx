import { PROVIDER_NAMES, type SignInView, TEXTS } from '@kobogate/contract';
import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { EmailText } from '../ui/email-text.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DrawnForm, DrawnFrame, leftWith, SubmitButton, TextLink } from './drawn-frame.tsx';

const TITLE = 'Finish signing up';

/** Asks a person whom a provider has named for the rest of a sign-up, before there is an account. */
export function FinishSignupPage({ view }: { view: SignInView }) {
  const { named } = view;
  if (named === null) {
    return (
      <DrawnFrame view={view} title={TITLE}>
        <div className="grid gap-5">
          <Notice tone="warning" title="This took too long">
            Nothing was kept, and there is no account yet. Please begin again.
          </Notice>
          <ButtonAnchor href="/signup" size="large">
            Begin again
          </ButtonAnchor>
        </div>
      </DrawnFrame>
    );
  }
  return (
    <DrawnFrame
      view={view}
      title={TITLE}
      detail={
        named.isProven ? (
          <>
            {PROVIDER_NAMES[named.provider]} has confirmed that <EmailText address={named.email} /> is yours. With your
            name and phone number your account is complete.
          </>
        ) : (
          <>
            {PROVIDER_NAMES[named.provider]} can’t tell whether <EmailText address={named.email} /> is still yours. So
            we send a code to it, which you type in next.
          </>
        )
      }
      below={
        <>
          Not you? <TextLink href="/login">Log in with another account</TextLink>
        </>
      }
    >
      <DrawnForm name="finish-signup" problems={view.problems}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...leftWith(view, 'first_name')} label="First name" autoComplete="given-name" required />
          <TextField {...leftWith(view, 'last_name')} label="Last name" autoComplete="family-name" required />
        </div>
        <TextField
          {...leftWith(view, 'phone')}
          label="Phone number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
        />
        <SubmitButton pendingLabel={TEXTS.creatingAccount}>
          {named.isProven ? 'Create account' : 'Send me the code'}
        </SubmitButton>
      </DrawnForm>
    </DrawnFrame>
  );
}
