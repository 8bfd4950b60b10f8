import { createElement, type FunctionComponent, type SVGProps } from 'react';

/** An icon as a component. It is decoration: screen readers leave it out. */
export type LucideIcon = FunctionComponent<SVGProps<SVGSVGElement>>;

/** A component that draws these shapes in lines of the text's colour, 24 by 24 where no class says another size. */
export const createIcon =
  (...shapes: readonly [tag: string, attributes: object][]): LucideIcon =>
  (props) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
