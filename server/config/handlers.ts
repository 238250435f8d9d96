import { ApiError, notFound } from '../../shared/api-error.ts'
import type { configRoutes } from '../../shared/config.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { answersWithin } from '../db/ping.ts'
import { isReady } from '../http/readiness.ts'
import type { Handlers } from '../http/serve.ts'
import { publicConfig } from './public-config.ts'

const pingTimeoutMs = 1000

export const configHandlers: Handlers<typeof configRoutes> = {
  health: () => ({ status: 'ok', version: packageJson.version }),
  async ready(_, { app }) {
    if (!isReady()) throw notReady('The server is shutting down.')
    if (!(await answersWithin(app.db, pingTimeoutMs))) throw notReady('The database does not answer.')
    return { status: 'ready' }
  },
  contentPage({ slug }, { app }) {
    const page = app.env.content.find((one) => one.slug === slug)
    if (!page) throw notFound('Page not found')
    return { data: page }
  },
  config: (_, { app }) => publicConfig(app.env),
}

const notReady = (message: string) => new ApiError(503, 'not_ready', message, { retryAfter: 2 })
