/** The largest statement, in bytes. */
export const maxStatementBytes = 5 * 1024 * 1024
/** The most lines of a statement. */
export const maxStatementLines = 20_000
/** How long reading a statement may take. */
export const maxReadingMs = 10_000
/** The most lines that one call applies. */
export const maxAppliedLines = 200
