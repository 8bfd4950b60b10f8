import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';
import { showTheme, storedTheme } from './ui/theme.ts';

showTheme(storedTheme());

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html lacks the element with the id root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createRouter()} />
  </StrictMode>,
);
