/** Clocks of chains, banks and machines differ a little. */
export const clockToleranceMs = 10 * 60_000
