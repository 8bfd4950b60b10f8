import type { Priority } from '@kobogate/contract';
import { ChevronUp, ChevronsUp, Minus } from 'lucide-react';
import { Status } from '../../ui/status.tsx';

/** The priority of an order, by its naira. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  switch (priority) {
    case 'high':
      return (
        <Status tone="danger" icon={ChevronsUp}>
          High
        </Status>
      );
    case 'medium':
      return (
        <Status tone="warning" icon={ChevronUp}>
          Medium
        </Status>
      );
    case 'low':
      return (
        <Status tone="neutral" icon={Minus}>
          Low
        </Status>
      );
  }
}
