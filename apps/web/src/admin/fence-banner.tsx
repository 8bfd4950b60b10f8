import { endpoints } from '@kobogate/contract';
import { Link, useLocation } from 'react-router';
import { useCall } from '../lib/queries.ts';
import { Notice } from '../ui/notice.tsx';

/** On every administrators' page: payouts are stopped, and where to see why. Checked again on each page. */
export function FenceBanner() {
  const { pathname } = useLocation();
  return pathname === '/admin/recovery' ? null : <Banner key={pathname} />;
}

function Banner() {
  const health = useCall(endpoints.system.health);
  if (health.data?.isFenced !== true) return null;
  return (
    <div className="mb-6">
      <Notice
        tone="danger"
        title="Payouts are stopped"
        action={
          <Link to="/admin/recovery" className="inline-flex min-h-11 items-center font-semibold underline max-sm:ml-8">
            Open recovery
          </Link>
        }
      >
        No payout, refund or sweep is sent until the books have been compared with the banks and the chains. Nothing is
        lost by waiting.
      </Notice>
    </div>
  );
}
