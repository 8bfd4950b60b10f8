import { endpoints } from '@kobogate/contract';
import { Link, useLocation } from 'react-router';
import { useCall } from '../lib/queries.ts';
import { Notice } from '../ui/notice.tsx';

/** On every page of the administrators’: that nothing leaves, and where to see why. Looked at again on each page. */
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
        title="No payout, refund or sweep leaves"
        action={
          <Link to="/admin/recovery" className="inline-flex min-h-11 items-center px-1 font-semibold underline">
            Open recovery
          </Link>
        }
      >
        The books have to be compared with the banks and the chains first. Nothing is lost by waiting.
      </Notice>
    </div>
  );
}
