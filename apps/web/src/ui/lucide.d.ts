/** One icon of Lucide, which `build/icons.ts` makes at build time. */
declare module 'virtual:lucide/*' {
  import type { FunctionComponent, SVGProps } from 'react';
  const icon: FunctionComponent<SVGProps<SVGSVGElement>>;
  export default icon;
}
