export { createAdmin } from './routes.ts';
export { erasePast } from './closing/erase-past.ts';
export { type AgingKind, MOST_COUNTED, type RetentionView, viewRetention } from './closing/view-retention.ts';
export { personalRecords } from './personal-records.ts';
