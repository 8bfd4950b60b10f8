import { Bell } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Room } from '../../ui/room.tsx';

/** Notifications: not furnished yet. */
export function Component() {
  return (
    <Room
      title="Notifications"
      icon={Bell}
      purpose="What happened to your money while you were away."
      will={['See each deposit, review and payout as it happens', 'Clear what you have read']}
      meanwhile={
        <ButtonLink variant="secondary" to="/account/convert-to-naira/history">
          Open your conversions
        </ButtonLink>
      }
    />
  );
}
