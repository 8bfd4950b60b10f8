import { useEffect, useState } from 'react';

const USUAL_REST_MS = 250;

/** A value once it has stayed the same for a moment (250 ms by default): for requests while typing. */
export function useSettled<Value>(value: Value, restMs = USUAL_REST_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
