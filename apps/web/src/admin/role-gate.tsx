import { describeRoles, mayCall } from '@kobogate/contract';
import { Lock } from 'lucide-react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '../lib/session-context.ts';
import { Card, PageHeading } from '../ui/card.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/states.tsx';
import { pageAt } from './pages.ts';

/** The pages of the area. One that is not for the role of the signed-in person says whose it is, and asks for nothing. */
export function Component() {
  const { user } = useSession();
  const page = pageAt(useLocation().pathname);
  if (page === undefined || mayCall(user?.role, page.call)) return <Outlet />;
  return (
    <>
      <PageTitle>{page.label}</PageTitle>
      <PageHeading title={page.label} />
      <Card>
        <EmptyState icon={Lock} title="This page is not part of your role.">
          {describeRoles(page.call.roles)} can open it. An administrator can change your role.
        </EmptyState>
      </Card>
    </>
  );
}
