import type { Log } from './log.ts';

/** The listeners of this process, by topic. */
export interface Listeners {
  /** Adds a listener and returns the way to remove it. */
  add(topic: string, listener: () => void): () => void;
  /** Calls every listener of the topics; one that throws is logged and does not stop the others. */
  tell(topics: Iterable<string>): void;
  /** Calls every listener: each may have missed something. */
  tellAll(): void;
}

/** An empty set of listeners. */
export function createListeners(log: Log): Listeners {
  const byTopic = new Map<string, Set<() => void>>();
  function tell(topics: Iterable<string>): void {
    for (const topic of topics) {
      for (const listener of byTopic.get(topic) ?? []) {
        try {
          listener();
        } catch (error) {
          log.error({ err: error, topic }, 'a listener failed');
        }
      }
    }
  }
  return {
    add: (topic, listener) => {
      const listeners = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byTopic.get(topic) === listeners) byTopic.delete(topic);
      };
    },
    tell,
    tellAll: () => tell(byTopic.keys()),
  };
}
