/** For tests: a text as the id of what it is said to name, `idFor<OrderId>('one')`, where it may be any text. */
export const idFor = <Of extends string>(text: string): Of => text as Of;
