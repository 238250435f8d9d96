import pino, { type DestinationStream, type Logger } from 'pino'

/** A logger that writes one JSON line per entry, without secrets or user content. */
export const createLog = (level: string, destination: DestinationStream = bufferedStderr()): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.password', '*.token', '*.authorization'],
      serializers: { err: serializeError },
    },
    destination,
  )

/** Buffers lines and writes them together; flushed when the process exits. */
const bufferedStderr = () => pino.destination({ dest: 2, sync: false, minLength: 4096 })

type SerializedError = { type: string; message: string; code?: unknown; stack?: string; cause?: SerializedError }

/** A failed query's message and stack contain its parameters: password hashes, user content. Only its SQL is logged. */
function serializeError(error: unknown): SerializedError | string {
  if (!(error instanceof Error)) return String(error)
  const { query, code } = error as { query?: unknown; code?: unknown }
  const message = typeof query === 'string' ? `Failed query: ${query}` : error.message
  const afterMessage = error.message === '' ? error.stack : error.stack?.split(error.message).at(-1)
  const frames = afterMessage?.split('\n').filter((line) => /^ +at /.test(line))
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    ...(frames && { stack: [message, ...frames].join('\n') }),
    ...(error.cause instanceof Error && { cause: serializeError(error.cause) as SerializedError }),
  }
}
