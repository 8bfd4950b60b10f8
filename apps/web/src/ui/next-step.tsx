import { useEffect, useState, type ReactNode } from 'react';

/**
 * Draws its content in a step of its own, right after what is around it: a phone can answer a touch in between. For what
 * is heavy and shifts nothing where it comes. `meanwhile` is what stays there until then.
 */
export function NextStep({ children, meanwhile = null }: { children: ReactNode; meanwhile?: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : meanwhile;
}
