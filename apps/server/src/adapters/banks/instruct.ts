import { once } from 'node:events';
import { request as requestOn } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { answerOf, readAnswerJson } from '../../platform/answer-json.ts';
import type { Deadline } from '../../platform/deadline.ts';
import { describeLoss, type Reply } from './reply.ts';

interface Instruction {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadline: Deadline;
  /** How long to wait for the answer, once the instruction is written. */
  readonly timeoutMs: number;
}

/**
 * Posts JSON once, on its own connection, and follows no redirect. The connection, with its name lookup and TLS
 * handshake, is ready before a byte of the request exists: then the deadline is checked, and the whole request is
 * written in the same turn of the event loop, so that a process that was stalled before writes nothing afterwards. A
 * failure before that is `not-sent`. A connection that is given up is reset, so that nothing still buffered goes out
 * later. Never throws.
 */
export async function instruct(address: string, instruction: Instruction): Promise<Reply> {
  const { deadline, timeoutMs } = instruction;
  const target = new URL(address);
  const wire = connectTcp({ host: hostOf(target), port: portOf(target) });
  // A caller that awaits the call gets the error; an error that comes when no caller waits is not a bug.
  wire.on('error', () => undefined);
  try {
    const socket = await open(wire, target, Math.min(deadline.leftMs(), timeoutMs));
    if (deadline.leftMs() <= 0) return notSent('its time had passed before the bank was reached');
    const reply = await exchange(socket, target, instruction);
    wire.destroy();
    return reply;
  } catch (error) {
    if (error instanceof NotConnected) return notSent(error.message);
    return { kind: 'lost', reason: describeLoss(error) };
  } finally {
    giveUp(wire);
  }
}

const notSent = (reason: string): Reply => ({ kind: 'not-sent', reason });

/** Only a handshake can have left. */
class NotConnected extends Error {}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');
const isSecure = ({ protocol }: URL): boolean => protocol === 'https:';
const portOf = (target: URL): number => Number(target.port === '' ? (isSecure(target) ? 443 : 80) : target.port);

/** The connection, once a request can be written to it. */
async function open(wire: Socket, target: URL, withinMs: number): Promise<Socket> {
  const signal = AbortSignal.timeout(Math.ceil(withinMs));
  try {
    await once(wire, 'connect', { signal });
    if (!isSecure(target)) return wire;
    const socket = connectTls({
      socket: wire,
      host: hostOf(target),
      servername: nameOf(target),
      ALPNProtocols: ['http/1.1'],
    });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect', { signal });
    return socket;
  } catch (error) {
    throw new NotConnected('the bank could not be reached', { cause: error });
  }
}

/** TLS server names are host names; an IP address is not sent as one. */
const nameOf = (target: URL): string => (/^[\d.]+$|:/.test(hostOf(target)) ? '' : hostOf(target));

async function exchange(socket: Socket, target: URL, { headers, body, timeoutMs }: Instruction): Promise<Reply> {
  const signal = AbortSignal.timeout(timeoutMs);
  const request = requestOn({
    createConnection: () => socket,
    method: 'POST',
    path: target.pathname + target.search,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...headers,
      host: target.host,
      connection: 'close',
      'content-length': Buffer.byteLength(body),
    },
    signal,
  });
  const answered = answerOf(request);
  request.end(body);
  const response = await answered;
  const reply = { status: response.statusCode ?? 0, body: await readAnswerJson({ body: response }) };
  return { kind: 'answered', ...reply };
}

/** Resets the connection: with a normal close the system would still send unacknowledged data. */
function giveUp(wire: Socket): void {
  if (wire.connecting || wire.destroyed) wire.destroy();
  else wire.resetAndDestroy();
}
