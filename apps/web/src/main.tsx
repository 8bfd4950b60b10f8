import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';
import { removeStill } from './app/remove-still.ts';
import { showTheme, storedTheme } from './ui/theme.ts';

showTheme(storedTheme());

// Loading begins at once; the first picture is a step of its own, since both together keep a phone busy.
const router = createRouter();

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html lacks the element with the id root');
removeStill(root);
setTimeout(() => {
  createRoot(root).render(
    <StrictMode>
      {/* Not in a transition: a field whose value is in the address must have it before the next key. */}
      <RouterProvider router={router} useTransitions={false} />
    </StrictMode>,
  );
});
