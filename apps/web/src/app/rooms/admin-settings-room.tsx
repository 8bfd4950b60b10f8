import { Settings } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Room } from '../../ui/room.tsx';

/** Settings: not furnished yet. */
export function Component() {
  return (
    <Room
      title="Settings"
      icon={Settings}
      purpose="How this gateway behaves."
      will={[
        'Decide which orders clear without a person',
        'Switch parts of the product on or off',
        'Write the texts that name your company',
      ]}
      meanwhile={
        <ButtonLink variant="secondary" to="/admin/dashboard">
          Review orders
        </ButtonLink>
      }
    />
  );
}
