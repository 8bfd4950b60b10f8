import type { AnswerOf, BodyInputOf, Endpoint, ParamsInputOf, Proof, TwoFactor } from '@kobogate/contract';
import { type FieldValues, get } from 'react-hook-form';
import { call } from './client.ts';
import { completeProof } from './complete-proof.ts';
import { type Form, type FormOptions, type Problem, useForm } from './use-form.ts';

type NeedOf<Values> = Partial<Record<Extract<keyof Values, string>, string>>;

export interface ContractFormOptions<E extends Endpoint, Values extends FieldValues> extends Omit<
  FormOptions<Values, AnswerOf<E>>,
  'send'
> {
  readonly params?: ParamsInputOf<E>;
  /** The required fields, from the top, each with the sentence shown where it is empty. */
  readonly needed?: NeedOf<Values> | ((values: Values) => NeedOf<Values>);
  /** The body for the typed values; `proof` is the owner's, of the fields `password` and `code`. */
  readonly body?: (values: Values, proof: Proof) => BodyInputOf<E>;
  /** The account's second factors, where the body takes a proof: a passkey replaces an empty code. */
  readonly twoFactor?: TwoFactor | undefined;
}

/**
 * A form of an endpoint: empty required fields, what `check` finds, and what the contract itself has against the body
 * prevent sending, with the same words as the server's.
 */
export function useContractForm<E extends Endpoint, Values extends FieldValues>(
  endpoint: E,
  { params, needed = {}, check, body, twoFactor, ...options }: ContractFormOptions<E, Values>,
): Form<Values> {
  return useForm<Values, AnswerOf<E>>({
    ...options,
    check: (values) =>
      missing(values, typeof needed === 'function' ? needed(values) : needed) ??
      check?.(values) ??
      (body === undefined ? null : brokenRule(endpoint, body(values, typedProof(values)))),
    send: async (values, idempotencyKey) => {
      const typed = typedProof(values);
      const proof = { ...typed, ...(await completeProof(typed.code, twoFactor)) };
      return call(endpoint, {
        ...(params === undefined ? {} : { params }),
        ...(body === undefined ? {} : { body: body(values, proof) }),
        ...(endpoint.takesKey ? { idempotencyKey } : {}),
      });
    },
  });
}

const textIn = (values: FieldValues, name: string): string => {
  const value: unknown = get(values, name);
  return typeof value === 'string' ? value : '';
};
const typedProof = (values: FieldValues): Proof => ({
  password: textIn(values, 'password'),
  code: textIn(values, 'code'),
});

function missing(values: FieldValues, needed: Readonly<Record<string, string | undefined>>): Problem | null {
  // A password may be all blanks.
  const isEmpty = (name: string): boolean =>
    (name === 'password' ? textIn(values, name) : textIn(values, name).trim()) === '';
  const found = Object.entries(needed).find(([name]) => isEmpty(name));
  return found?.[1] === undefined ? null : { field: found[0], text: found[1] };
}

/** The first sentence that the contract has against a body. What has no sentence is left to the server to refuse. */
function brokenRule(endpoint: Endpoint, body: unknown): Problem | null {
  const issue = endpoint.body.safeParse(body).error?.issues.find(({ message }) => message !== 'Invalid input');
  if (issue === undefined) return null;
  const [first, ...rest] = issue.path.map(String);
  // A setting is sent as the `value` of its body.
  return { field: (first === 'value' ? rest : [first, ...rest]).join('.'), text: issue.message };
}
