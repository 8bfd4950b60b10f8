import { endpoints, NOTE_LENGTH, type Note } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toast } from 'react-hot-toast/headless';
import { messageFor } from '../../lib/client.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';

/** What notes are on. */
export type NotesOn = { readonly orderId: string } | { readonly userId: string };

const callsFor = (on: NotesOn) =>
  'orderId' in on
    ? ({ list: endpoints.notes.ofOrder, add: endpoints.notes.addToOrder, params: { id: on.orderId } } as const)
    : ({ list: endpoints.notes.ofUser, add: endpoints.notes.addToUser, params: { id: on.userId } } as const);

/**
 * The team's notes on an order or a user, newest first, and a form to write one. They are never changed or removed. Read
 * once `isEnabled`, which they are unless it says otherwise.
 */
export function Notes({ on, isEnabled = true }: { on: NotesOn; isEnabled?: boolean }) {
  const { list, params } = callsFor(on);
  const answer = useCall(list, { params }, { isEnabled });
  const notes = answer.data?.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <NewNote on={on} />
      {answer.isPending && <SkeletonRows label="Loading the notes" rows={1} className="h-12" />}
      {notes === undefined && answer.isError && (
        <ErrorState
          message={messageFor(answer.error, 'The notes could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      )}
      {notes?.length === 0 && <p className="text-sm text-ink-soft">No notes yet.</p>}
      {notes !== undefined && notes.length > 0 && (
        <ul aria-label="Notes" className="grid gap-3">
          {notes.map((note) => (
            <NoteLine key={note.id} note={note} isOnPerson={'userId' in on} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NoteLine({ note: { at, by, text, orderId }, isOnPerson }: { note: Note; isOnPerson: boolean }) {
  return (
    <li className="rounded-card bg-sunk px-3 py-2.5 text-[15px]">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <bdi>{text}</bdi>
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        <bdi>{by === '' ? 'No name' : by}</bdi>, <Moment at={at} />
        {isOnPerson && orderId !== null && (
          <>
            {' · '}
            <Link className="text-primary-text underline" to={`/admin/dashboard?tab=orders&order=${orderId}`}>
              on an order
            </Link>
          </>
        )}
      </p>
    </li>
  );
}

function NewNote({ on }: { on: NotesOn }) {
  const { list, add, params } = callsFor(on);
  const queries = useQueryClient();
  const writer = useSession().user?.id ?? '';
  // Kept in this tab: neither a look at another order nor a reload loses it.
  const place = `note on ${params.id}`;
  const kept = readDraft(writer, place);
  const form = useContractForm(add, {
    draft: `note-${params.id}`,
    initial: { text: typeof kept === 'string' ? kept : '' },
    onEdit: ({ text }) => keepDraft(writer, place, text),
    needed: { text: 'Please write the note.' },
    params,
    body: ({ text }) => ({ text }),
    onDone: ({ message }) => {
      form.settle({ text: '' });
      dropDraft(writer, place);
      toast.success(message);
      void queries.invalidateQueries({ queryKey: callKey(list, { params }) });
      void queries.invalidateQueries({ queryKey: callKey(endpoints.evidence.read) });
    },
    failed: 'We do not know whether the note was saved. Press again: it is saved only once.',
  });
  const { text } = form.values;
  return (
    <Form form={form} label="New note" className="grid gap-3">
      <TextArea
        {...form.field('text')}
        label="Note"
        hint="For the team alone. It can’t be changed later."
        maxLength={NOTE_LENGTH}
        rows={2}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Mention
          onChosen={(name) => form.set('text')(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}@${name} `)}
        />
        <Button type="submit" variant="secondary" pending={form.isPending} pendingLabel="Saving...">
          Add note
        </Button>
      </div>
    </Form>
  );
}

/** Names a colleague in the note, who then gets a mail. */
function Mention({ onChosen }: { onChosen: (name: string) => void }) {
  const people = useCall(endpoints.team.list).data?.data ?? [];
  const names = [...new Set(people.filter(({ state }) => state === 'active').map(({ name }) => name))].filter(
    (name) => name !== '',
  );
  return (
    <div className="w-52">
      <SelectField
        label="Mention"
        value=""
        placeholder="A colleague"
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={(event) => {
          if (event.target.value !== '') onChosen(event.target.value);
        }}
      />
    </div>
  );
}
