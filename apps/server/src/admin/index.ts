export { createAdmin } from './routes.ts';
export { personalRecords } from './personal-records.ts';
