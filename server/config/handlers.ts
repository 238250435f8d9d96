import { ApiError } from '../../shared/api-error.ts'
import type { configRoutes } from '../../shared/config.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { isReady } from '../http/readiness.ts'
import type { Handlers } from '../http/serve.ts'
import { publicConfig } from './public-config.ts'

export const configHandlers: Handlers<typeof configRoutes> = {
  health() {
    if (!isReady()) throw new ApiError(503, 'not_ready', 'The server is shutting down.', { retryAfter: 2 })
    return { status: 'ok', version: packageJson.version }
  },
  config: (_, { app }) => publicConfig(app.env),
}
