const WHOLE = new Intl.NumberFormat('en-NG');

/** A whole number as the team reads it: `20,954`. */
export const countText = (count: number): string => WHOLE.format(count);
