import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { ANNOUNCER_ID } from '../lib/announce.ts';
import { keepFocus } from '../lib/keep-focus.ts';
import { Menu, Search } from '../ui/icons.ts';
import { Wordmark } from '../ui/mark.tsx';
import { NextStep } from '../ui/next-step.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { usePaletteKey } from './use-palette-key.ts';
import { onWidthChange, useWide } from './use-wide.ts';

const loadDrawer = () => import('../ui/dialog.tsx');
const Drawer = lazy(loadDrawer);

/**
 * The frame of the signed-in areas: a sidebar from 1024 px up, below it a top bar with the same navigation in a drawer
 * that traps focus, closes on Escape and whenever an entry is chosen. `tools` are beside the theme switch, and `notice`
 * above every page.
 */
export function Shell({
  home,
  navigation,
  tools,
  notice,
  palette: Palette,
  isDense = false,
}: {
  home: string;
  navigation: ReactNode;
  /** The area's pages and actions by name, at Ctrl-K; loaded when it is asked for. */
  palette: ComponentType<{ onClose: () => void }>;
  tools?: ReactNode;
  notice?: ReactNode;
  /** For people who work there all day: more in a screen, and wider where there is room. */
  isDense?: boolean;
}) {
  // A new one after each navigation, also to the page that is open already.
  const { key } = useLocation();
  // Undefined until it is opened for the first time: it is not drawn before.
  const [openOn, setOpenOn] = useState<string | null>();
  const isDrawerOpen = openOn === key;
  const setIsDrawerOpen = (isOpen: boolean): void => setOpenOn(isOpen ? key : null);

  // Loaded after the page, before they are needed: the first visit does not carry the weight of dialogs and forms. One
  // after the other, as setting up both at once blocks a phone.
  useEffect(() => {
    loadDrawer()
      .then(() => import('../ui/form.tsx'))
      .catch(() => undefined);
  }, []);
  useEffect(keepFocus, []);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const openPalette = (): void => setIsPaletteOpen(true);
  usePaletteKey(openPalette);

  const isWide = useWide();
  // Where the sidebar has room the same navigation must not appear twice.
  useEffect(() => onWidthChange(() => setOpenOn(null)), []);

  return (
    <div className="min-h-dvh bg-paper lg:grid lg:grid-cols-[18.5rem_minmax(0,1fr)] print:block print:bg-transparent">
      <SkipLink />
      {isWide && (
        <aside className="max-lg:hidden sticky top-0 flex h-dvh flex-col overflow-y-auto border-r border-hairline bg-surface print:hidden">
          <Link to={home} className="m-3 self-start rounded-card p-2.5" aria-label="Kobogate, dashboard">
            <Wordmark />
          </Link>
          {navigation}
        </aside>
      )}
      <div className="min-w-0">
        <header className="sticky top-0 z-20 flex h-16 items-center gap-1 border-b border-hairline bg-paper px-3 sm:px-6 lg:border-transparent lg:px-10 print:hidden">
          <button
            type="button"
            aria-label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={isDrawerOpen}
            onClick={() => setIsDrawerOpen(true)}
            className="-ml-1.5 grid size-11 place-items-center rounded-card hover:bg-sunk sm:-ml-2.5 lg:hidden"
          >
            <Menu className="size-6" aria-hidden="true" />
          </button>
          <Link to={home} className="rounded-card px-1.5 py-2 lg:hidden" aria-label="Kobogate, dashboard">
            <Wordmark />
          </Link>
          <div className="-mr-2 ml-auto flex items-center sm:-mr-3">
            <button
              type="button"
              aria-label="Find a page or action"
              aria-haspopup="dialog"
              aria-keyshortcuts="Control+K Meta+K"
              title="Find a page or action (Ctrl K)"
              onClick={openPalette}
              className="grid size-11 place-items-center rounded-card text-ink-soft hover:bg-sunk hover:text-ink"
            >
              <Search className="size-5" aria-hidden="true" />
            </button>
            {tools}
            <ThemeSwitch />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          data-dense={isDense || undefined}
          className="mx-auto max-w-6xl px-4 pt-6 pb-20 outline-none data-dense:max-w-[100rem] sm:px-6 lg:px-10 lg:pt-4 lg:data-dense:pt-0 print:p-0"
        >
          <NextStep>
            {notice}
            <Outlet />
          </NextStep>
        </main>
        <div id={ANNOUNCER_ID} aria-live="polite" className="sr-only" />
      </div>
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setIsPaletteOpen(false)} />
        </Suspense>
      )}
      {openOn !== undefined && (
        <Suspense>
          <Drawer isOpen={isDrawerOpen} onOpenChange={setIsDrawerOpen} title="Menu">
            {navigation}
          </Drawer>
        </Suspense>
      )}
    </div>
  );
}
