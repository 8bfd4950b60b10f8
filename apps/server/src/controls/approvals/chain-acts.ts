import { createHash } from 'node:crypto';
import type { Connection, Database } from '../../platform/database.ts';
import { findChainFaults, hasUnlinkedActs, insertLinks, insertProof, loadHead, lockUnlinkedActs } from './db.ts';

/** Acts that are linked in one transaction. */
const MOST_LINKED = 500;

/** What a proof of the chain found. */
export interface ActsProof {
  readonly at: Date;
  readonly acts: bigint;
  /** Hexadecimal; null while nothing is linked. */
  readonly fingerprint: string | null;
  /** Sentences that open with the broken rule's name and a colon; at most 100 of each rule. */
  readonly found: readonly string[];
}

/**
 * Links all recorded acts that wait for it to the end of the chain, in the order of their ids. Processes that do this at
 * once wait for each other; an act is linked once. Runs after the decisions' own commits, so that none of them waits.
 */
export async function chainActs({ database }: { database: Database }): Promise<void> {
  // Most of the time none does, and a transaction is three statements.
  while (await hasUnlinkedActs(database)) {
    const taken = await database.transaction(async (tx) => {
      // The rows that wait are locked first: the head is read by a later statement, so it is the newest committed one.
      const waiting = await lockUnlinkedActs(tx, MOST_LINKED);
      if (waiting.length === 0) return 0;
      let head = (await loadHead(tx)) ?? { number: 0n, hash: NO_HASH };
      const links = waiting.map(({ id, text }) => {
        head = { number: head.number + 1n, hash: hashAct(head.number + 1n, head.hash, text) };
        return { id, ...head };
      });
      await insertLinks(tx, links);
      return waiting.length;
    });
    if (taken < MOST_LINKED) return;
  }
}

const NO_HASH = '00'.repeat(32);

/** SHA-256 over the number, the hash before it and the act's own fields; `findChainFaults` builds the same text in SQL. */
const hashAct = (number: bigint, before: string, text: string): string =>
  createHash('sha256').update(`${number}\n${before}\n${text}`).digest('hex');

/**
 * Recomputes the chain of administrators' acts and names each that differs; changes nothing, and acts may go on. Answers
 * sentences that open with the broken rule's name and a colon.
 */
export const verifyActs = (connection: Connection): Promise<string[]> => findChainFaults(connection);

/** The same as `verifyActs`, and keeps when it was done with the chain's end, which later proofs are compared with. */
export async function proveActs({ database }: { database: Database }): Promise<ActsProof> {
  // The head first: what is linked during the proof is part of the next one.
  const head = await loadHead(database);
  const found = await verifyActs(database.patient);
  const proof = { acts: head?.number ?? 0n, fingerprint: head?.hash ?? null, found };
  return { at: await insertProof(database, proof), ...proof };
}
