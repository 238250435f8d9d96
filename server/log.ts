import pino, { type Logger } from 'pino'

/** One JSON line for each thing worth knowing; no secrets, and nothing that people wrote. */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.password', '*.token', '*.authorization'],
    },
    // Lines are gathered and written together; flushed when the process ends.
    pino.destination({ dest: 2, sync: false, minLength: 4096 }),
  )
