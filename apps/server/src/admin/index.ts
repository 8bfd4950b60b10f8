export { createAdmin } from './routes.ts';
export { erasePast } from './closing/erase-past.ts';
export { viewClock } from './closing/trust-clock.ts';
export { type AgingKind, MOST_COUNTED, type RetentionView, viewRetention } from './closing/view-retention.ts';
export { personalRecords } from './personal-records.ts';
