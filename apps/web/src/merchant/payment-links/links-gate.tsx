import { endpoints } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { useCall } from '../../lib/queries.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { LinksComingSoon } from './links-coming-soon.tsx';

/** Shows a page of the payment links where the operator offers them, else `Coming Soon`. */
export function LinksGate({ children }: { children: ReactNode }) {
  const brand = useCall(endpoints.settings.brand);
  if (brand.data?.data.switches.paymentLinks === false) return <LinksComingSoon />;
  // Where the switches can't be read, the links are shown: they work or show their own error.
  return brand.isPending ? <SkeletonRows label="Loading your payment links" rows={4} className="h-24" /> : children;
}
