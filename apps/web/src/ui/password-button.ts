/** The attributes that say what a password's button does, and tell which of its pictures shows. Pure. */
export const passwordButton = (isShown: boolean): { 'data-shown': boolean; 'aria-label': string } => ({
  'data-shown': isShown,
  'aria-label': isShown ? 'Hide password' : 'Show password',
});
