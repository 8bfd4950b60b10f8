import type { ComponentProps } from 'react';
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts';

/** A link that looks like a button and loads a whole document: to, from and between the public pages. */
export function ButtonAnchor({
  variant = 'primary',
  size = 'normal',
  className,
  children,
  ...rest
}: ComponentProps<'a'> & { variant?: ButtonVariant; size?: ButtonSize }) {
  return (
    <a {...rest} className={buttonStyle(variant, size, className)}>
      {children}
    </a>
  );
}
