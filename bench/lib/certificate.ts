import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const DAY_MS = 86_400_000;
const SEQUENCE = 0x30;
const INTEGER = 0x02;
const SHORT = 0x80;
// RFC 5280: version 3, the algorithm ecdsa-with-SHA256 (RFC 5758), and the name CN=localhost.
const VERSION = Buffer.from('a003020102', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
const LOCALHOST = Buffer.from('3014311230100603550403', 'hex');

/**
 * One element of DER (ITU-T X.690): its tag, the length of its content in as few bytes as possible, and the content.
 */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const bytes = length < 256 ? [length] : [Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from(length < SHORT ? [tag, length] : [tag, SHORT + bytes.length, ...bytes]), body]);
}

const text = (tag: number, words: string): Buffer => element(tag, Buffer.from(words, 'latin1'));

/** A moment of this century as DER has it, `YYMMDDhhmmssZ`. */
const moment = (milliseconds: number): Buffer =>
  text(0x17, `${new Date(milliseconds).toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`);

/** A key and a self-signed certificate for two days, new at each call: for a server on this machine. PEM. */
export function makeCertificate(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = Buffer.concat([LOCALHOST, text(0x0c, 'localhost')]);
  const told = element(
    SEQUENCE,
    VERSION,
    element(INTEGER, Buffer.from([1]), randomBytes(8)),
    ECDSA_WITH_SHA256,
    name,
    element(SEQUENCE, moment(Date.now() - DAY_MS), moment(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = element(0x03, Buffer.from([0]), sign('sha256', told, privateKey));
  const der = element(SEQUENCE, told, ECDSA_WITH_SHA256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}
