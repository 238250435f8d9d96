import pino, { type DestinationStream, type Logger } from 'pino'

/** One JSON line for each thing worth knowing; no secrets, and nothing that people wrote. */
export const createLog = (level: string, lines: DestinationStream = toStderr()): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.password', '*.token', '*.authorization'],
      serializers: { err: describeError },
    },
    lines,
  )

/** Lines are gathered and written together; flushed when the process ends. */
const toStderr = () => pino.destination({ dest: 2, sync: false, minLength: 4096 })

type Described = { type: string; message: string; code?: unknown; stack?: string; cause?: Described }

/** A failed query carries what was to be written, in its message and in its stack: passwords' hashes, what people wrote. */
function describeError(error: unknown): Described | string {
  if (!(error instanceof Error)) return String(error)
  const { query, code } = error as { query?: unknown; code?: unknown }
  const message = typeof query === 'string' ? `Failed query: ${query}` : error.message
  const after = error.message === '' ? error.stack : error.stack?.split(error.message).at(-1)
  const frames = after?.split('\n').filter((line) => /^ +at /.test(line))
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    ...(frames && { stack: [message, ...frames].join('\n') }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) as Described }),
  }
}
