import { UserPen } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Room } from '../../ui/room.tsx';

/** Edit Profile: not furnished yet. */
export function Component() {
  return (
    <Room
      title="Edit Profile"
      icon={UserPen}
      purpose="The name, phone number and gender that belong to your account."
      will={[
        'See and change your first name, last name and phone number',
        'Keep your e-mail address as the one you verified',
      ]}
      meanwhile={
        <ButtonLink variant="secondary" to="/account/dashboard">
          Back to the dashboard
        </ButtonLink>
      }
    />
  );
}
