import { ChartColumn } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Room } from '../../ui/room.tsx';

/** Reports: not furnished yet. */
export function Component() {
  return (
    <Room
      title="Reports"
      icon={ChartColumn}
      purpose="What moved, when and for how much."
      will={['See volume, fees and payouts by day, coin and status', 'Download the figures as CSV']}
      meanwhile={
        <ButtonLink variant="secondary" to="/admin/dashboard">
          Review orders
        </ButtonLink>
      }
    />
  );
}
