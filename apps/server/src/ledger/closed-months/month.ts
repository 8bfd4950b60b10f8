import { inLagos, LAGOS_OFFSET_MS } from '@kobogate/contract';

const NAME = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Whether a text names a month, such as `2026-11`. Pure. */
export const isMonth = (text: string): boolean => NAME.test(text);

/** The month of Lagos that a moment is in. Pure. */
export const monthOf = (moment: Date): string => inLagos(moment.getTime()).toISOString().slice(0, 7);

/** The first moment after a month of Lagos. Pure. */
export const endOfMonth = (month: string): Date => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1) - LAGOS_OFFSET_MS);
};

/** The month after one. Pure. */
export const monthAfter = (month: string): string => monthOf(endOfMonth(month));
