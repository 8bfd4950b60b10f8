import type { Abi } from 'viem';
import { encodeDeployData, encodeFunctionData } from 'viem';
import { messageOf, Refusal } from '../../platform/refusal.ts';
import { callArguments } from './call-arguments.ts';
import type { CompiledContract, CompiledContracts } from './contracts.ts';
import type { Message } from './faucet.ts';
import type { Hex } from './rpc.ts';

/** A contract of the sandbox by name. Throws a `Refusal` that lists them. */
export function findContract(contracts: CompiledContracts, name: string): CompiledContract {
  const contract = Object.hasOwn(contracts, name) ? contracts[name] : undefined;
  if (contract !== undefined) return contract;
  throw new Refusal(`There is no contract ${name}. Choose one of ${Object.keys(contracts).join(', ')}.`);
}

function encode(make: () => Hex): Hex {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(messageOf(error).split('\n')[0] ?? 'The arguments do not fit.');
  }
}

/** The message that deploys a contract with these constructor arguments. */
export function deployMessage(contract: CompiledContract, args: readonly unknown[]): Message {
  const constructor = contract.abi.find((item) => item.type === 'constructor');
  const data = encode(() =>
    encodeDeployData<Abi>({
      abi: contract.abi,
      bytecode: contract.creation,
      args: callArguments(constructor?.inputs ?? [], args),
    }),
  );
  return { to: null, value: 0n, data };
}

/** The message that calls a function of a contract at an address, with `value` wei. */
export function callMessage(
  contract: CompiledContract,
  call: { address: Hex; function: string; args: readonly unknown[]; value: bigint },
): Message {
  const found = contract.abi.find((item) => item.type === 'function' && item.name === call.function);
  if (found?.type !== 'function') throw new Refusal(`The contract has no function ${call.function}.`);
  const data = encode(() =>
    encodeFunctionData<Abi>({
      abi: contract.abi,
      functionName: call.function,
      args: callArguments(found.inputs, call.args),
    }),
  );
  return { to: call.address, value: call.value, data };
}
