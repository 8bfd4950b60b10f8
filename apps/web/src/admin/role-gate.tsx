import { describeRoles, mayCall } from '@kobogate/contract';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useSession } from '../lib/session-context.ts';
import { Card, PageHeading } from '../ui/card.tsx';
import { Lock } from '../ui/icons.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/states.tsx';
import { DecisionTray } from './orders/decision-tray.tsx';
import { ReviewProvider, useReview } from './orders/review.tsx';
import { pageAt } from './pages.ts';

/** The page whose tabs have the desk and the queue, with a tray of their own. */
const DESK = '/admin/dashboard';

/** On every other page a fresh decision can be taken back too, and one that was not saved is sent again or looked at. */
function TrayElsewhere() {
  const review = useReview();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isEmpty = review.undoable.length + Object.keys(review.decisions).length === 0;
  if (pathname === DESK || isEmpty) return null;
  const open = (id: string | null): void =>
    void navigate(`${DESK}?${new URLSearchParams({ tab: 'orders', order: id ?? '' })}`);
  return (
    <DecisionTray
      orders={{ ...review, batch: [], decide: ({ id }, decision) => review.decide(id, decision, false) }}
      desk={{ open, startDeciding: ({ id }) => open(id) }}
    />
  );
}

/** The pages of the area, and what was decided in it. */
export function Component() {
  return (
    <ReviewProvider>
      <Page />
      <TrayElsewhere />
    </ReviewProvider>
  );
}

/** A page that is not for the role of the signed-in person says whose it is, and asks for nothing. */
function Page() {
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
