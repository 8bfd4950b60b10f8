import { Coins } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Room } from '../../ui/room.tsx';

/** Products: not furnished yet. */
export function Component() {
  return (
    <Room
      title="Products"
      icon={Coins}
      purpose="The coins and networks on offer."
      will={['Switch a coin or network on or off', 'Set fees and limits for each']}
      meanwhile={
        <ButtonLink variant="secondary" to="/admin/dashboard">
          Review orders
        </ButtonLink>
      }
    />
  );
}
