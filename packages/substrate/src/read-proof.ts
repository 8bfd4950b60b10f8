import { Bytes, trieNodeDec } from '@polkadot-api/substrate-bindings';
import { fromHex, hash256, toHex } from './bytes.ts';

const HASH_BYTES = 32;
type TrieNode = ReturnType<typeof trieNodeDec>;

/**
 * The value of a key in a state, proved by the nodes that lead to it from the state's root; null where they prove that
 * there is none. Each node counts only for its hash, so none can be changed or made up. Throws where one is missing or
 * can't be read.
 */
export function readProven(root: string, nodes: readonly Uint8Array[], key: string): Uint8Array | null {
  const byHash = new Map(nodes.map((node) => [toHex(hash256(node)), node]));
  const find = (hash: string): Uint8Array => {
    const node = byHash.get(hash);
    if (node === undefined) throw new Error(`the proof leaves out ${hash}`);
    return node;
  };
  let left = key.slice(2);
  let node = trieNodeDec(find(root));
  for (;;) {
    if (!('partialKey' in node) || !left.startsWith(node.partialKey)) return null;
    left = left.slice(node.partialKey.length);
    if (left === '') return readValue(node, find);
    const child = 'children' in node ? childOf(node.children, left) : undefined;
    if (child === undefined) return null;
    left = left.slice(1);
    const bytes = fromHex(child);
    // A shorter child is part of its parent.
    node = trieNodeDec(bytes.length === HASH_BYTES ? find(child) : bytes);
  }
}

const childOf = (children: Readonly<Record<string, string>>, left: string): string | undefined =>
  children[left[0] ?? ''];

function readValue(node: TrieNode, find: (hash: string) => Uint8Array): Uint8Array | null {
  if (!('value' in node) || node.value === undefined) return null;
  switch (node.type) {
    case 'LeafWithHash':
    case 'BranchWithHash':
      return find(node.value);
    case 'Leaf':
      // The rest of the node: the value behind its length.
      return Bytes().dec(fromHex(node.value));
    case 'BranchWithVal':
      return fromHex(node.value);
  }
}
