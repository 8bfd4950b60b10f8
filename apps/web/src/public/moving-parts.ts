import './site.css';
import { runCarousel } from './run-carousel.ts';
import { runCopyButton } from './run-copy-button.ts';
import { runThemeButton } from './run-theme-button.ts';

for (const button of document.querySelectorAll<HTMLElement>('[data-choice]')) runThemeButton(button);
for (const frame of document.querySelectorAll<HTMLElement>('[data-carousel]')) runCarousel(frame);
for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) runCopyButton(button);
