import { currencies, rates } from '../../shared/money.ts'
import { paymentMethods } from '../../shared/payment.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Config, storeRoutes } from '../../shared/store.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Env } from '../env.ts'
import { readiness } from '../readiness.ts'
import type { Handlers } from './serve.ts'

export const configOf = (env: Env): Config => ({
  name: 'Kade',
  publicUrl: env.publicUrl,
  currencies: currencies.map((currency) => ({ currency, ...rates[currency] })),
  captcha: { provider: env.captcha, siteKey: env.captcha === 'recaptcha' ? env.recaptcha.siteKey : null },
  paymentMethods,
  accounts: env.accounts,
  demo: !env.live,
})

export const storeHandlers: Handlers<typeof storeRoutes> = {
  health: () => {
    if (!readiness.ready)
      throw new Refusal(503, 'not_ready', 'The store is starting or about to stop.', { retryAfter: 2 })
    return { status: 'ok', version: packageJson.version }
  },
  config: (_, { store }) => configOf(store.env),
}
