// Which texts of a page have colours that axe has not judged yet. Hundreds of states show the same few combinations of text and
// ground, in the same frame: judged again in each, they would take half of the time of all screens.

declare global {
  interface Window {
    /** The texts below `root` that axe has to look at, each with its combination; null where a look at another text says nothing about it. */
    textsToJudge: (root: Document | Element, passed: ReadonlySet<string>) => Map<Element, string | null>;
  }
}

/** Run inside a page: adds `textsToJudge` to it. */
export function addTextsToJudge(): void {
  interface Ground {
    /** What is painted behind, from the root on. */
    readonly layers: string;
    /** The nearest element that hides everything behind it. */
    readonly solid: Element | null;
    /** Nothing but the elements around it decides what is behind a text. */
    readonly isPlain: boolean;
    readonly isFaint: boolean;
    /** In a box of one pixel, for screen readers only. */
    readonly isClipped: boolean;
  }
  const NOTHING = 'rgba(0, 0, 0, 0)';
  const IGNORED_BY_AXE = ':disabled, [aria-disabled=true], [aria-hidden=true], [inert], option';
  const FIELD = 'input, select, textarea';

  const around = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };

  const isTiny = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1;
  };

  /** Such as a link that comes into the page with the focus: axe does not look at it before. */
  const isAbovePage = (element: Element): boolean => element.getBoundingClientRect().bottom + window.scrollY <= 0;

  /** Out of the flow, or up over what is before it. */
  const isMoved = ({ position, top, left, marginTop, transform }: CSSStyleDeclaration): boolean =>
    ['absolute', 'fixed', 'sticky'].includes(position) ||
    (position === 'relative' && [top, left].some((offset) => offset !== 'auto' && offset !== '0px')) ||
    marginTop.startsWith('-') ||
    transform !== 'none';

  function groundOf(element: Element, known: Map<Element, Ground>): Ground {
    const before = known.get(element);
    if (before !== undefined) return before;
    const parent = around(element);
    const behind =
      parent === null
        ? { layers: '', solid: null, isPlain: true, isFaint: false, isClipped: false }
        : groundOf(parent, known);
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, colorScheme, filter, mixBlendMode, opacity, overflow } = style;
    const isFaint = behind.isFaint || opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal';
    const isSolid = backgroundColor !== NOTHING && !/rgba|\//.test(backgroundColor);
    const ground = {
      layers: `${behind.layers}${parent === null ? colorScheme : ''}${backgroundColor === NOTHING ? '' : `>${backgroundColor}`}`,
      solid: isSolid ? element : behind.solid,
      isPlain: backgroundImage === 'none' && (isSolid || (behind.isPlain && !isMoved(style))),
      isFaint,
      isClipped: behind.isClipped || (overflow !== 'visible' && isTiny(element)),
    };
    known.set(element, ground);
    return ground;
  }

  const hasText = (element: Element): boolean =>
    element.matches(FIELD) || [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');

  function isInside(element: Element, solid: Element | null): boolean {
    if (solid === null) return true;
    const [inner, outer] = [element.getBoundingClientRect(), solid.getBoundingClientRect()];
    return (
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1 &&
      inner.top >= outer.top - 1 &&
      inner.bottom <= outer.bottom + 1
    );
  }

  function* elementsBelow(root: Document | Element | ShadowRoot): Generator<Element> {
    for (const element of root.querySelectorAll('*')) {
      yield element;
      if (element.shadowRoot !== null) yield* elementsBelow(element.shadowRoot);
    }
  }

  window.textsToJudge = (root, passed) => {
    const grounds = new Map<Element, Ground>();
    const found = new Map<Element, string | null>();
    for (const element of elementsBelow(root)) {
      if (!hasText(element) || element.closest(IGNORED_BY_AXE) !== null) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { layers, solid, isPlain, isFaint, isClipped } = groundOf(element, grounds);
      if (isClipped || isTiny(element) || isAbovePage(element)) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const combination = [layers, color, fontSize, fontWeight, textShadow].join('|');
      const isKnowable = isPlain && !isFaint && isInside(element, solid);
      if (!isKnowable) found.set(element, null);
      else if (!passed.has(combination)) found.set(element, combination);
    }
    return found;
  };
}
