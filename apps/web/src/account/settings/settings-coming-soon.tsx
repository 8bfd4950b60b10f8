import { ButtonLink } from '../../ui/button.tsx';
import { ComingSoon } from '../../ui/coming-soon.tsx';
import { Settings } from '../../ui/icons.ts';

/** Shown while the operator has switched the settings off. */
export function SettingsComingSoon() {
  return (
    <ComingSoon
      title="Settings"
      icon={Settings}
      purpose="How you sign in, what we tell you, and what your own programs may do."
      will={[
        'Change your password and see where you are signed in',
        'Add a second step to signing in',
        'Choose which messages reach you',
      ]}
      actions={
        <ButtonLink variant="secondary" to="/account/payment-method">
          Set payment method
        </ButtonLink>
      }
    />
  );
}
