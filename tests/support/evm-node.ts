import { JsonRpcProvider } from 'ethers';

/** Runs `task` with a client of the EVM node at an address, which is closed afterwards: it would look for blocks for ever. */
export async function onNode<Result>(url: string, task: (node: JsonRpcProvider) => Promise<Result>): Promise<Result> {
  const node = new JsonRpcProvider(url);
  try {
    return await task(node);
  } finally {
    node.destroy();
  }
}
