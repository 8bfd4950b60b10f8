import './site.css';
import { runCarousel } from '../features/public/run-carousel.ts';
import { runThemeButton } from './run-theme-button.ts';

for (const button of document.querySelectorAll<HTMLElement>('[data-choice]')) runThemeButton(button);
for (const frame of document.querySelectorAll<HTMLElement>('[data-carousel]')) runCarousel(frame);
