/**
 * `GET /api/events` (access: user) is a stream of server-sent events. Each says that a record of the signed-in user
 * changed; the receiver fetches the record again. A missed event loses nothing: after a reconnect, fetch everything.
 */
export const EVENTS_PATH = '/events';

/** Who looks at which order, for the team: all that the event `presence` changes. */
export const PRESENCE_PATH = '/admin/presence';

/**
 * Event names on the stream; `data` is `{"id": "…"}` of the thing that changed. `presence` reaches the team alone.
 */
export const LIVE_EVENTS = ['order', 'payment', 'wallet', 'notification', 'presence'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];
