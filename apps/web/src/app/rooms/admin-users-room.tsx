import { Users } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Room } from '../../ui/room.tsx';

/** Users: not furnished yet. */
export function Component() {
  return (
    <Room
      title="Users"
      icon={Users}
      purpose="Everyone who has an account here."
      will={[
        'Search people by name, e-mail or phone',
        'See what each account has done, step by step',
        'Disable an account that must not be used',
      ]}
      meanwhile={
        <ButtonLink variant="secondary" to="/admin/dashboard">
          Review orders
        </ButtonLink>
      }
    />
  );
}
