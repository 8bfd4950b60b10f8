import { NodeFault } from '../../custody/index.ts';
import { PayerNodeDown } from '../../sales/index.ts';

/** What `act` answers. A node's fault is told to payers' pages as a node that is down. */
export async function faultsTold<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof NodeFault) throw new PayerNodeDown(error.message, { cause: error });
    throw error;
  }
}
