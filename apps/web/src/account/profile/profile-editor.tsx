import { GENDERS, TEXTS, type User } from '@kobogate/contract';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import { focusField } from '../../lib/focus-field.ts';
import { useSession } from '../../lib/session-context.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { GENDER_NAMES, profileChanges, profileForm, profileProblem, type ProfileProblem } from './profile-rules.ts';

/** The name under which a profile is kept that was not saved. */
export const PROFILE_DRAFT = 'profile';

/** The profile as a form. Leaving it by Cancel keeps what is stored; a save that fails keeps what was typed. */
export function ProfileEditor({ stored, onLeave }: { stored: User; onLeave: () => void }) {
  const { updateProfile } = useSession();
  const { isPending, run } = usePending();
  const draft = useDraft(PROFILE_DRAFT, profileForm(stored));
  const { value: form, setValue: setForm } = draft;
  const [problem, setProblem] = useState<ProfileProblem | null>(null);
  const element = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => focusField(element.current, 'first_name'), []);

  function edit({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
    setForm({ ...form, [target.name]: target.value });
    setProblem(null);
  }

  async function save(): Promise<void> {
    try {
      const answer = await updateProfile(profileChanges(stored, form));
      toast.success(answer.message || TEXTS.profileUpdated);
      onLeave();
    } catch (failure) {
      setProblem({ field: null, text: failure instanceof Error ? failure.message : TEXTS.profileUpdateFailed });
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = profileProblem(stored, form);
    setProblem(found);
    if (found === null) void run(save);
    else if (found.field !== null) focusField(element.current, found.field);
  }

  const errorOf = (field: ProfileProblem['field']) => (problem?.field === field ? problem?.text : undefined);
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Profile" className="grid gap-5">
      <DraftNotice draft={draft} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          name="first_name"
          autoComplete="given-name"
          maxLength={100}
          value={form.first_name}
          error={errorOf('first_name')}
          onChange={edit}
        />
        <TextField
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          maxLength={100}
          value={form.last_name}
          onChange={edit}
        />
      </div>
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="email"
        readOnly
        value={form.email}
        hint="The address that you verified. It can’t be changed."
        error={errorOf('email')}
        className="bg-sunk text-ink-soft"
      />
      <TextField
        label="Phone number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        value={form.phone}
        error={errorOf('phone')}
        onChange={edit}
      />
      <SelectField
        label="Gender"
        name="gender"
        autoComplete="sex"
        value={form.gender}
        options={GENDERS.map((gender) => ({ value: gender, label: GENDER_NAMES[gender] }))}
        onChange={edit}
      />
      {problem?.field === null && (
        <Notice tone="danger" isUrgent>
          {problem.text}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isPending} pendingLabel="Saving...">
          Save
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
