export { createAdmin } from './routes.ts';
