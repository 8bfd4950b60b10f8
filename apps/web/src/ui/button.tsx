import { useImperativeHandle, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts';
import { LoaderCircle } from './icons.ts';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Running: the button is disabled and reads `pendingLabel`, so that nothing is sent twice. */
  pending?: boolean;
  pendingLabel?: string;
}

/**
 * A button of at least 44 px. `type` is `button` by default; at most one `primary` a view. When a task ends
 * the focus is where it was, unless the user moved it since. A key that is held presses once: the button that has the focus
 * next, such as a dialog's, is not pressed by the same key.
 */
export function Button({
  variant = 'primary',
  size = 'normal',
  pending = false,
  pendingLabel,
  disabled,
  className,
  children,
  type = 'button',
  ref = null,
  onKeyDown,
  ...rest
}: ButtonProps) {
  const focus = useKeptFocus(pending);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => focus.ref.current);
  return (
    <button
      {...rest}
      {...focus}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
      type={type === 'submit' ? 'submit' : 'button'}
      disabled={disabled === true || pending}
      aria-busy={pending || undefined}
      className={buttonStyle(variant, size, className)}
    >
      {pending && <LoaderCircle className="size-4 animate-spin" aria-hidden="true" />}
      {pending ? (pendingLabel ?? children) : children}
    </button>
  );
}

// A browser takes the focus from a button that is disabled: a keyboard would begin at the top again.
function useKeptFocus(pending: boolean) {
  const element = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (pending || !hadFocus.current) return;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [pending]);
  return {
    ref: element,
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: () => {
      // Becoming disabled does not count as leaving.
      if (element.current?.disabled === false) hadFocus.current = false;
    },
  };
}

/** A link inside the product that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  size = 'normal',
  className,
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}
