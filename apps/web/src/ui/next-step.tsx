import { useEffect, useState, type ReactNode } from 'react';

/**
 * Draws its content in a step of its own, right after what is around it: a phone can answer a touch in between. For what
 * is heavy and shifts nothing where it comes.
 */
export function NextStep({ children }: { children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}
