import { endpoints, type UserDetail } from '@kobogate/contract';
import { useParams } from 'react-router';
import { dateText } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { Debts, isCoins } from '../debts.tsx';
import { Notes } from '../notes/notes.tsx';
import { ActivityCard } from './activity-card.tsx';
import { CoinDebtsCard } from './coin-debts.tsx';
import { FactorResetCard } from './factor-reset.tsx';
import { ROLE_NAMES } from './role-words.ts';
import { UserActions } from './user-actions.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserOrders } from './user-orders.tsx';
import { UserRefunds } from './user-refunds.tsx';
import { UserWallets } from './user-wallets.tsx';
import { PersonName, UserStatus } from './user-words.tsx';

export { DebtRecord } from './coin-debts.tsx';
export { FactorResetRecord } from './factor-reset.tsx';

const COLUMNS = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]';

/** One user: details, balances, timeline, and the actions on the account. */
export function Component() {
  const { id = '' } = useParams();
  const answer = useCall(endpoints.adminUsers.get, { params: { id } });
  const user = answer.data?.data;
  return (
    <>
      <PageTitle>User</PageTitle>
      <BackLink to="/admin/users">Users</BackLink>
      {answer.isPending && (
        <Loading label="Loading the user">
          <Skeleton className="h-10 w-80 max-w-full" />
          <Skeleton className="mt-3 mb-8 h-6 w-96 max-w-full" />
          <span className={COLUMNS}>
            <Skeleton className="h-112" />
            <Skeleton className="h-96" />
          </span>
        </Loading>
      )}
      {user === undefined && answer.isError && (
        <NotLoaded
          title="User"
          answer={answer}
          fallback="The user could not be loaded."
          others={{ to: '/admin/users', label: 'See all users' }}
        />
      )}
      {user !== undefined && <UserView user={user} />}
    </>
  );
}

function UserView({ user }: { user: UserDetail }) {
  return (
    <>
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <div className="min-w-0">
          <h1 className="headline text-3xl sm:text-4xl">
            <PersonName name={user.name} />
          </h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <UserStatus state={user.state} />
            {user.role !== null && <Badge>{ROLE_NAMES[user.role]}</Badge>}
            <span className="text-ink-soft">
              <EmailText address={user.email} />
            </span>
          </p>
        </div>
        <UserActions user={user} />
      </header>
      {user.disabled !== null && (
        <div className="mb-4">
          <Notice tone="danger" title="This account is disabled.">
            {user.disabled.reason !== null && <p className="wrap-anywhere">Reason: {user.disabled.reason}</p>}
            <p>
              {user.disabled.by !== null && (
                <>
                  By <bdi>{user.disabled.by}</bdi>,{' '}
                </>
              )}
              <Moment at={user.disabled.at} />
            </p>
          </Notice>
        </div>
      )}
      <Debts owes={user.owes} className="mb-4" />
      {user.closed !== null && <ClosedNotice closed={user.closed} />}
      <div className={COLUMNS}>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <Card>
            <CardHeading
              title="Notes"
              detail="On this user and their orders, by the team. The user doesn’t see them."
            />
            <Notes key={user.id} on={{ userId: user.id }} />
          </Card>
          <UserOrders user={user} />
          <UserRefunds userId={user.id} />
          <ActivityCard userId={user.id} />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 max-lg:order-first">
          {user.factorReset !== null && <FactorResetCard userId={user.id} reset={user.factorReset} />}
          {user.owes.some(isCoins) && <CoinDebtsCard userId={user.id} />}
          <UserFacts user={user} />
          <UserWallets wallets={user.wallets} />
        </div>
      </div>
    </>
  );
}

function ClosedNotice({ closed: { at, by, eraseFrom, erasedAt } }: { closed: NonNullable<UserDetail['closed']> }) {
  return (
    <div className="mb-4">
      <Notice tone="warning" title="This account is closed.">
        <p>
          By {by === null ? 'its owner' : <bdi>{by}</bdi>}, <Moment at={at} />
        </p>
        <p>
          {erasedAt === null ? (
            <>
              Its data is erased from {dateText(eraseFrom)} on, unless coins wait for a decision. Until then it can be
              opened again.
            </>
          ) : (
            <>
              Its data was erased: <Moment at={erasedAt} />. What the law makes us keep is still here.
            </>
          )}
        </p>
      </Notice>
    </div>
  );
}
