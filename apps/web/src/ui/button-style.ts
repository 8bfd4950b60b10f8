import { classes } from './classes.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'large';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border border-transparent bg-primary text-on-primary hover:bg-primary-strong',
  secondary: 'border border-edge bg-surface text-ink hover:bg-sunk',
  quiet: 'border border-transparent text-primary-text hover:bg-primary-soft',
  danger: 'border border-transparent bg-danger-fill text-on-danger hover:opacity-90',
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  normal: 'min-h-11 px-4 text-[15px]',
  large: 'min-h-13 px-6 text-[17px]',
};

/** The look of a button, for `Button` and for a link that looks like one. */
export function buttonStyle(variant: ButtonVariant = 'primary', size: ButtonSize = 'normal', className = ''): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-card font-semibold transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-60 select-none text-center leading-tight py-2',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}
