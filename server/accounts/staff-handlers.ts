import type { staffAccountRoutes } from '../../shared/accounts/staff-routes.ts'
import type { Handlers } from '../http/serve.ts'
import { endCustomerSessions } from './end-customer-sessions.ts'

export const staffAccountHandlers: Handlers<Pick<typeof staffAccountRoutes, 'endSessions'>> = {
  endSessions: ({ id, sessionId }, { me, mutate }) =>
    mutate(async (ctx) => {
      const ended = await endCustomerSessions(ctx, me.user, id, sessionId)
      return { ended, message: ended === 1 ? '1 session ended' : `${ended} sessions ended` }
    }),
}
