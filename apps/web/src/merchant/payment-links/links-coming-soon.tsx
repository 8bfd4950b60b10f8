import { ButtonLink } from '../../ui/button.tsx';
import { ComingSoon } from '../../ui/coming-soon.tsx';
import { Link2 } from '../../ui/icons.ts';

/** Shown while the operator has switched the payment links off. */
export function LinksComingSoon() {
  return (
    <ComingSoon
      title="Generate Payment link"
      icon={Link2}
      purpose="One address that you share; anyone who opens it can pay you in crypto, and naira reaches your bank account."
      will={[
        'Make a link with a name, a purpose and an amount',
        'Share it as an address or a QR code',
        'See every payment that came through it',
      ]}
      actions={
        <ButtonLink variant="secondary" to="/account/convert-to-naira">
          Convert crypto to naira
        </ButtonLink>
      }
    />
  );
}
