import { GENDERS, TEXTS, type User } from '@kobogate/contract';
import { useLayoutEffect } from 'react';
import { useSession } from '../../lib/session-context.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { GENDER_NAMES, profileChanges, profileForm, profileProblem } from './profile-rules.ts';

/** The name under which an unsaved profile is kept. */
export const PROFILE_DRAFT = 'profile';

/** The profile as a form. Cancel keeps the stored values; a failed save keeps the typed ones. */
export function ProfileEditor({ stored, onLeave }: { stored: User; onLeave: () => void }) {
  const { updateProfile } = useSession();
  const form = useForm({
    draft: PROFILE_DRAFT,
    initial: profileForm(stored),
    check: (typed) => profileProblem(stored, typed),
    send: (typed) => updateProfile(profileChanges(stored, typed)),
    failed: (failure) => (failure instanceof Error ? failure.message : TEXTS.profileUpdateFailed),
    onDone: onLeave,
  });
  const { focus } = form;
  useLayoutEffect(() => focus('first_name'), [focus]);

  return (
    <Form
      form={form}
      label="Profile"
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={form.isPending} pendingLabel="Saving...">
            Save
          </Button>
          <Button variant="quiet" disabled={form.isPending} onClick={onLeave}>
            Cancel
          </Button>
        </div>
      }
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...form.field('first_name')} label="First name" autoComplete="given-name" maxLength={100} />
        <TextField {...form.field('last_name')} label="Last name" autoComplete="family-name" maxLength={100} />
      </div>
      <TextField
        {...form.field('email')}
        label="E-mail address"
        type="email"
        autoComplete="email"
        readOnly
        hint="The address that you verified. It can’t be changed."
        className="bg-sunk text-ink-soft"
      />
      <TextField
        {...form.field('phone')}
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <SelectField
        {...form.field('gender')}
        label="Gender"
        autoComplete="sex"
        options={GENDERS.map((gender) => ({ value: gender, label: GENDER_NAMES[gender] }))}
      />
    </Form>
  );
}
