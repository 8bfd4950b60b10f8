import { SAID, type FormProblems, type Said, type SignInView } from '@kobogate/contract';
import type { ComponentProps, ReactNode } from 'react';
import { buttonStyle } from '../ui/button-style.ts';
import { FieldError } from '../ui/field.tsx';
import { LoaderCircle } from '../ui/icons.ts';
import { Notice } from '../ui/notice.tsx';
import { windowTitle } from '../ui/page-title.tsx';
import { ThemeButton } from '../ui/theme-button.tsx';
import { ToastBox, TOASTS_PLACE } from '../ui/toast-box.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** What went as it should; anything else is a reason to look. */
const GOOD: ReadonlySet<Said> = new Set<Said>([
  'signed-up',
  'verify-first',
  'code-sent',
  'link-sent',
  'password-reset',
]);

const TOAST_KINDS = ['error', 'success', 'blank', 'loading'] as const;

/**
 * A sign-in page as the server renders it, with the templates for its script: toasts, notices and a field's
 * problem. So each is written in one place.
 */
export function DrawnFrame({
  view,
  children,
  ...frame
}: { view: SignInView } & Omit<ComponentProps<typeof AuthFrame>, 'themeButton'>) {
  return (
    <>
      <title>{windowTitle(frame.title)}</title>
      <AuthFrame {...frame} themeButton={<ThemeButton theme="system" />}>
        {view.said !== null && (
          <div className="mb-5">
            <Notice tone={GOOD.has(view.said) ? 'success' : 'warning'}>{SAID[view.said]}</Notice>
          </div>
        )}
        {children}
      </AuthFrame>
      <div id="toasts" aria-live="polite" className={TOASTS_PLACE} />
      {TOAST_KINDS.map((kind) => (
        <template key={kind} id={`toast-${kind}`}>
          <ToastBox kind={kind}>
            <span data-words />
          </ToastBox>
        </template>
      ))}
      {(['danger', 'warning'] as const).map((tone) => (
        <template key={tone} id={`notice-${tone}`}>
          <Notice tone={tone} isUrgent={tone === 'danger'}>
            <span data-words />
          </Notice>
        </template>
      ))}
      <template id="field-error">
        <FieldError />
      </template>
      <template id="spinner">
        <LoaderCircle className="size-4 animate-spin" aria-hidden="true" />
      </template>
    </>
  );
}

/** A form that posts to the page's own address; its script, where there is one, sends it by `name`. */
export function DrawnForm({
  name,
  problems,
  above,
  children,
  ...rest
}: { name: string; problems: FormProblems | null; above?: ReactNode } & ComponentProps<'form'>) {
  return (
    <form {...rest} method="post" noValidate data-form={name} className="grid gap-5">
      {above}
      <WholeProblem problems={problems} />
      {children}
    </form>
  );
}

/** The place of a form's general problem; it takes no space while there is none. */
export function WholeProblem({ problems }: { problems: FormProblems | null }) {
  const whole = problems?.whole ?? null;
  return (
    <div id="problem" data-problem hidden={whole === null}>
      {whole !== null && (
        <Notice tone="danger" isUrgent>
          {whole}
        </Notice>
      )}
    </div>
  );
}

/** The button that sends a form; while it is sending it reads `pendingLabel`. */
export function SubmitButton({
  pendingLabel,
  children,
  ...rest
}: { pendingLabel: string } & Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return (
    <button {...rest} type="submit" data-pending={pendingLabel} className={buttonStyle('primary', 'large')}>
      {children}
    </button>
  );
}

/** A link inside a sentence, with space for a thumb. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center font-semibold text-primary-text underline underline-offset-4"
    >
      {children}
    </a>
  );
}

/** A field's earlier state: what was typed, and its problem. */
export const leftWith = (
  { typed, problems }: SignInView,
  name: string,
): { name: string; defaultValue: string | undefined; error: string | undefined } => ({
  name,
  defaultValue: typed[name],
  error: problems?.fields[name],
});
