/**
 * Whether an order, as `o`, is one that people count and look at: anybody may open a payment by a link, so it is one from
 * the moment in which something arrives for it.
 */
export const HAS_BEGUN = `(o.kind = 'conversion' or o.funding not in ('awaiting', 'expired'))`;
