/**
 * `GET /api/events` (access: user) is a stream of server-sent events. Each says that a record of the signed-in user
 * changed; the receiver fetches the record again. A missed event loses nothing: after a reconnect, fetch everything.
 */
export const EVENTS_PATH = '/events';

/** Event names on the stream; `data` is `{"id": "…"}` of the thing that changed. */
export const LIVE_EVENTS = ['order', 'payment', 'wallet', 'notification'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];
