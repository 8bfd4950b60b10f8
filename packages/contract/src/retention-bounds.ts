import type { Retention } from './settings.ts';

/**
 * The smallest and the largest value of each. Records of money are kept for six years (Companies and Allied Matters Act 2020, section
 * 375; Companies Income Tax Act, section 63), which is longer than the five years of the Money Laundering (Prevention and Prohibition)
 * Act 2022; a request to erase is answered within a month (General Application and Implementation Directive 2025 to the Nigeria Data
 * Protection Act 2023).
 */
export const RETENTION_BOUNDS: Readonly<Record<keyof Retention, readonly [least: number, most: number]>> = {
  closedDays: [0, 30],
  signInDays: [30, 730],
  noticeDays: [30, 3650],
  payerDays: [30, 2190],
  booksYears: [6, 20],
};
