import type { supportRoutes } from '../../shared/support/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { listMessages } from './list-messages.ts'
import { receiveMarkRead, receiveMessage } from './receive-message.ts'

export const supportHandlers: Handlers<typeof supportRoutes> = {
  supportChat: (query, { app, me }) => listMessages(app.db, me.user, query),
  sendMessage: async (message, { app, me }) => ({ message: await receiveMessage(app, me, message) }),
  markMessagesRead: async ({ id }, { app, me }) => ({ unread: await receiveMarkRead(app, me, { upTo: id }) }),
}
