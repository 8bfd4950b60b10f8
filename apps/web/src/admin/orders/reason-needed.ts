/** The error where an administrator gives no reason. */
export const REASON_NEEDED = { reason: 'Please give a reason.' } as const;
