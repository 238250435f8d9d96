/** Limits that forms show, apart from the schemas that enforce them: the first view of a page loads no schemas. */

/** The longest search: a pasted reference has up to 128 characters. */
export const maxSearchLength = 200

/** Counting the matches of a search stops beyond this: `totalCount` is then 1 more. */
export const maxSearchCount = 1000

/** The largest amount, of an order as well. */
export const maxDollars = 1_000_000_000

/** The most points of one user: the columns hold 32 bits. */
export const maxPoints = 2_000_000_000

/** The highest quantity of one item in a cart. */
export const maxLineQuantity = 9999
