import type { supportRoutes } from '../../shared/support/routes.ts'
import { checkCaptcha } from '../accounts/captcha.ts'
import type { Handlers } from '../http/serve.ts'
import { receiveContact } from './contact.ts'
import { listMessages } from './list-messages.ts'
import { receiveMarkRead, receiveMessage } from './receive-message.ts'

export const supportHandlers: Handlers<typeof supportRoutes> = {
  supportChat: (query, { app, me }) => listMessages(app.db, me.user, query),
  sendMessage: async (message, { app, me }) => ({ message: await receiveMessage(app, me, message) }),
  async contact({ recaptchaToken, ...message }, { app, caller, mutate }) {
    await checkCaptcha(app, recaptchaToken, caller.ip)
    // After the captcha, so that only messages that are sent count.
    await app.rateLimits.consume('contact', { address: caller.ip })
    return mutate(async (ctx) => {
      await receiveContact(ctx, message)
      return { message: `Thank you. We’ll answer by email to ${message.email}.` }
    })
  },
  markMessagesRead: async ({ id }, { app, me }) => ({ unread: await receiveMarkRead(app, me, { upTo: id }) }),
}
