import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { emailPreferenceRoutes } from '../../shared/accounts/email-preferences-routes.ts'
import { notFound } from '../../shared/api-error.ts'
import type { AppContext } from '../app-context.ts'
import { runMutation } from '../events/mutation.ts'
import { callerAddress } from '../http/caller.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { type Operation, responsesOf } from '../http/openapi.ts'
import type { Handlers } from '../http/serve.ts'
import { changeEmailPreferences, readEmailPreferences, userExists } from './email-preferences.ts'
import {
  confirmPage,
  donePage,
  invalidLinkPage,
  unsubscribedMessage,
  unsubscribePageHeaders,
} from './unsubscribe-page.ts'
import { readUnsubscribeToken, type Unsubscription } from './unsubscribe-token.ts'

export const emailHandlers: Handlers<typeof emailPreferenceRoutes> = {
  emailPreferences: async (_, { app, me }) => ({ data: await readEmailPreferences(app.db, me.user.id) }),
  changeEmailPreferences: (change, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await changeEmailPreferences(ctx, me.user.id, change),
      message: 'Email settings saved',
    })),
}

const invalidLink = 'This unsubscribe link is not valid. Turn the emails off in your profile instead.'

/**
 * The unsubscribe links of emails, one click for mail programs (RFC 8058): a POST from any origin, with whatever body
 * and without a login. The token alone says what is turned off.
 */
export function unsubscribeRoutes(app: AppContext) {
  const router = new Hono<HttpEnv>()

  async function find(c: Context<HttpEnv>): Promise<Unsubscription | null> {
    await app.rateLimits.consume('read', { address: callerAddress(app, c) })
    const unsubscription = readUnsubscribeToken(app.env, c.req.query('token') ?? '')
    return unsubscription && (await userExists(app.db, unsubscription.userId)) ? unsubscription : null
  }

  router.get('/', async (c) => {
    const found = await find(c)
    return found
      ? c.html(confirmPage(found.email), 200, unsubscribePageHeaders)
      : c.html(invalidLinkPage(invalidLink), 404, unsubscribePageHeaders)
  })
  router.post('/', async (c) => {
    const found = await find(c)
    const wantsPage = c.req.header('accept')?.includes('text/html') === true
    if (!found) {
      if (!wantsPage) throw notFound(invalidLink)
      return c.html(invalidLinkPage(invalidLink), 404, unsubscribePageHeaders)
    }
    const { userId, email } = found
    await runMutation(app, (ctx) => changeEmailPreferences(ctx, userId, { [email]: false }))
    return wantsPage
      ? c.html(donePage(email), 200, unsubscribePageHeaders)
      : c.json({ success: true, message: unsubscribedMessage(email) })
  })
  return router
}

const parameters = [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }]
const describe = (operationId: string, summary: string): Operation => ({
  operationId,
  summary,
  'x-access': 'public',
  parameters,
  responses: responsesOf(z.object({ message: z.string() }), 'text/html'),
})

/** For the API description. */
export const unsubscribeOperations = {
  get: describe('unsubscribePage', 'Show the button of an unsubscribe link'),
  post: describe(
    'unsubscribe',
    'Turn off the emails of an unsubscribe link; needs no login, and repeating it is harmless',
  ),
}
