import { type ReactNode, useEffect, useRef } from 'react';
import type { FormState, Problem } from '../lib/use-form.ts';
import { classes } from './classes.ts';
import { DraftNotice } from './draft-notice.tsx';
import { Notice } from './notice.tsx';

/**
 * The frame of every form: the draft that is back, the fields, what is wrong with the form as a whole, and `footer` with
 * what sends it. A press that finds something wrong leads to the first field that is, in the order of the page.
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
  // Drawn by the time that this is done; what is wrong may be out of sight on a phone.
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

/** What is wrong, within a form or a dialog. It comes into sight as it appears: what is above can be longer than a phone. */
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
