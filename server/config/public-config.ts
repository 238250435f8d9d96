import type { Config } from '../../shared/config.ts'
import { currencies, rates } from '../../shared/money.ts'
import { paymentMethods } from '../../shared/payments/schema.ts'
import type { Env } from '../env.ts'

/** The settings that the client needs. Nothing secret. */
export const publicConfig = (env: Env): Config => ({
  name: 'Kade',
  publicUrl: env.publicUrl,
  currencies: currencies.map((currency) => ({ currency, ...rates[currency] })),
  captcha: {
    provider: env.captchaProvider,
    siteKey: env.captchaProvider === 'recaptcha' ? env.recaptcha.siteKey : null,
  },
  paymentMethods,
  accounts: env.transferAccounts,
  demo: !env.isProduction,
})
