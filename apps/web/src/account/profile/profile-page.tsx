import type { User } from '@kobogate/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { initials } from '../../lib/formats.ts';
import { useSession } from '../../lib/session-context.ts';
import { useHasDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeading } from '../../ui/card.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { FactList } from '../../ui/facts.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PROFILE_DRAFT, ProfileEditor } from './profile-editor.tsx';
import { GENDER_NAMES } from './profile-rules.ts';

/** The user's profile: to look at, and to edit. The guard has loaded it before this page is drawn. */
export function Component() {
  const { user } = useSession();
  return (
    <>
      <PageTitle>Edit Profile</PageTitle>
      <PageHeading title="Edit Profile" detail="The name, phone number and gender that belong to your account." />
      {user !== null && <ProfileCard user={user} />}
    </>
  );
}

function ProfileCard({ user }: { user: User }) {
  const [isEditing, setIsEditing] = useState(useHasDraft(PROFILE_DRAFT));
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // Leaving the form returns to where it was opened, not to the top of the page.
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <Card className="max-w-3xl">
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-16 shrink-0 place-items-center rounded-full bg-primary text-xl font-semibold text-on-primary"
        >
          {initials(user.name)}
        </span>
        <div className="min-w-0 flex-1 basis-32">
          <h2 className="text-lg font-semibold wrap-anywhere">{user.name}</h2>
          <p className="text-sm text-ink-soft">
            <EmailText address={user.email} />
          </p>
        </div>
        {!isEditing && (
          <Button ref={editButton} variant="secondary" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {isEditing ? <ProfileEditor stored={user} onLeave={() => setIsEditing(false)} /> : <Facts user={user} />}
    </Card>
  );
}

function Facts({ user }: { user: User }) {
  return (
    <FactList
      facts={[
        { label: 'First name', value: user.first_name === '' ? 'Not given' : <bdi>{user.first_name}</bdi> },
        { label: 'Last name', value: user.last_name === '' ? 'Not given' : <bdi>{user.last_name}</bdi> },
        { label: 'E-mail address', value: <EmailText address={user.email} /> },
        { label: 'Phone number', value: <span className="figures">{user.phone}</span> },
        { label: 'Gender', value: GENDER_NAMES[user.gender] },
      ]}
    />
  );
}
