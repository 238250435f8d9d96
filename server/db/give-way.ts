/**
 * Lets other requests run between the steps of a long operation, also inside a transaction: on SQLite they read then, and
 * writes wait for its end.
 */
export const giveWay = () => new Promise<void>((resolve) => setImmediate(resolve))
