/** What the build reads of the app. */
export { routes } from './router.tsx';
export { drawStartDocument, startOf } from './start-document.tsx';
