import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from './steps.mjs';

const MOST_TRIES = 15;
const BETWEEN_TRIES_MS = 100;

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>} whether no program listens there
 */
function isFreeOn(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      // A machine without IPv6 has no listener on it.
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(true);
      else if (error.code === 'EADDRINUSE') resolve(false);
      else reject(new Refusal(`Port ${port} can't be used here (${error.message}). Choose another one.`));
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * As `isFreeOn`, with some patience: a program that has just ended may release its port a moment later.
 * @param {number} port
 * @param {string} host
 */
async function isFreeSoon(port, host) {
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    if (await isFreeOn(port, host)) return true;
    await pause(BETWEEN_TRIES_MS);
  }
  return isFreeOn(port, host);
}

/**
 * Reads a port from the environment. Throws a `Refusal` that names the variable where it is invalid.
 * @param {string} variable
 * @param {number} usual
 * @returns {number}
 */
export function readPort(variable, usual) {
  const text = process.env[variable] || String(usual);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Refusal(`${variable} must be a port number from 1 to 65535, not "${text}".`);
  return port;
}

/**
 * Makes sure that a port is free, on every address of this machine. Throws a `Refusal` that names port and variable.
 * @param {number} port
 * @param {string} variable
 * @param {string} purpose what Kobogate needs it for
 */
export async function requireFreePort(port, variable, purpose) {
  const hosts = ['127.0.0.1', '::1', '0.0.0.0', '::'];
  for (const host of hosts) {
    if (await isFreeSoon(port, host)) continue;
    throw new Refusal(
      `Port ${port}, which ${purpose} needs, is taken by another program. ` +
        `Stop that program, or choose another port: ${variable}=${port + 100} npm start`,
    );
  }
}
