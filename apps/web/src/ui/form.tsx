import { type ReactNode, useEffect, useRef } from 'react';
import type { FormState, Problem } from '../lib/use-form.ts';
import { classes } from './classes.ts';
import { DraftNotice } from './draft-notice.tsx';
import { Notice } from './notice.tsx';

/**
 * The frame of every form: the restored draft, the fields, the problem of the form as a whole, and `footer` with
 * the button that sends it. A press that finds problems leads to the first field with one, in the order of the page.
 */
export function Form({
  form,
  id,
  label,
  className = 'grid gap-5',
  footer,
  children,
}: {
  form: FormState;
  id?: string;
  /** Names the form for screen readers, where no heading does. */
  label?: string;
  className?: string;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  const { problem, tries, draft, submit } = form;
  // Rendered by the time that this is done; the problem may be out of sight on a phone.
  useEffect(() => {
    const wrong = tries === 0 ? null : element.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    wrong?.focus();
    wrong?.closest('div')?.scrollIntoView({ block: 'nearest' });
  }, [tries]);
  return (
    <form
      ref={element}
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      noValidate
      onSubmit={submit}
      className={classes(className, '*:scroll-mb-5')}
    >
      <DraftNotice draft={draft} />
      {children}
      {problem !== null && <FormProblem key={tries} {...problem} />}
      {footer}
    </form>
  );
}

/**
 * A problem within a form or a dialog. It scrolls into view as it appears: what is above can be longer than a phone.
 */
export function FormProblem({ text, detail }: Pick<Problem, 'text' | 'detail'>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={place} className="scroll-mb-5">
      <Notice tone="danger" isUrgent {...(detail === undefined ? {} : { title: text })}>
        {detail ?? text}
      </Notice>
    </div>
  );
}
