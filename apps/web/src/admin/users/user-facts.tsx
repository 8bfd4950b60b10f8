import type { UserDetail } from '@kobogate/contract';
import { dateText } from '../../lib/formats.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { type Fact, FactList } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Naira } from '../../ui/money.tsx';
import { Status, type StateWords } from '../../ui/status.tsx';
import { TIER_NAMES } from '../settings/describe-change.ts';

const GENDER_WORDS: Readonly<Record<UserDetail['gender'], string>> = {
  '': 'Not given',
  male: 'Male',
  female: 'Female',
  other: 'Other',
  'prefer-not-to-say': 'Prefers not to say',
};

type Account = NonNullable<UserDetail['payoutAccount']>;

const NAME_WORDS: Readonly<Record<Account['nameResolution'], StateWords>> = {
  resolved: { tone: 'success', text: 'Name confirmed' },
  mismatch: { tone: 'danger', text: 'Name differs' },
  unresolved: { tone: 'warning', text: 'Name not confirmed' },
};

/** A user's details, how much they were paid, and their payout account. */
export function UserFacts({ user }: { user: UserDetail }) {
  const { payoutAccount } = user;
  return (
    <>
      <Card>
        <CardHeading title="Profile" />
        <FactList
          facts={[
            { label: 'Phone number', value: <span className="figures">{user.phone || 'Not given'}</span> },
            { label: 'Gender', value: GENDER_WORDS[user.gender] },
            { label: 'Joined', value: <span className="figures">{dateText(user.createdAt)}</span> },
            {
              label: 'E-mail verified',
              value: (
                <span className="figures">{user.verifiedAt === null ? 'Not yet' : dateText(user.verifiedAt)}</span>
              ),
            },
            { label: 'Tier', value: TIER_NAMES[user.kycTier] },
            { label: 'Last seen', value: user.lastSeenAt === null ? 'Never' : <Moment at={user.lastSeenAt} /> },
            { label: 'Signed-in devices', value: <span className="figures">{user.sessions}</span> },
            { label: 'Naira paid out', value: <Naira amount={user.nairaPaidOut} /> },
          ]}
        />
      </Card>
      <Card>
        <CardHeading
          title="Payout account"
          action={payoutAccount !== null && <NameState resolution={payoutAccount.nameResolution} />}
        />
        {payoutAccount === null ? (
          <p className="text-ink-soft">None yet. Without one nothing can be converted.</p>
        ) : (
          <FactList
            facts={[
              { label: 'Bank', value: payoutAccount.bankName },
              {
                label: 'Account number',
                value: (
                  <span className="figures">
                    <span aria-hidden="true">•••••• </span>
                    <span className="sr-only">ends in </span>
                    {payoutAccount.accountNumberEnd}
                  </span>
                ),
              },
              { label: 'Account name', value: <bdi>{payoutAccount.accountName}</bdi> },
              ...nameAtBank(payoutAccount),
              { label: 'Set', value: <Moment at={payoutAccount.updatedAt} /> },
            ]}
          />
        )}
      </Card>
    </>
  );
}

/** The bank's name where it differs; an administrator compares the two before naira leaves. */
function nameAtBank({ nameResolution, resolvedName, nameScore }: Account): Fact[] {
  if (nameResolution !== 'mismatch') return [];
  return [
    { label: 'Name at the bank', value: <bdi>{resolvedName}</bdi> },
    { label: 'Words that agree', value: <span className="figures">{nameScore ?? 0} %</span> },
  ];
}

function NameState({ resolution }: { resolution: Account['nameResolution'] }) {
  const { tone, text } = NAME_WORDS[resolution];
  return <Status tone={tone}>{text}</Status>;
}
