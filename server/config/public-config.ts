import type { Config } from '../../shared/config.ts'
import { currencies, rates } from '../../shared/money.ts'
import { paymentMethods } from '../../shared/payments/schema.ts'
import type { Env } from '../env.ts'
import { readRefundTerms } from './content-pages.ts'

/** The settings that the client needs. Nothing secret, and no account that receives money: orders carry it. */
export function publicConfig(env: Env): Config {
  const { promise, within } = readRefundTerms(env.content)
  return {
    name: 'Kade',
    publicUrl: env.publicUrl,
    currencies: currencies.map((currency) => ({ currency, ...rates[currency] })),
    captcha: {
      provider: env.captchaProvider,
      siteKey: env.captchaProvider === 'recaptcha' ? env.recaptcha.siteKey : null,
    },
    paymentMethods,
    demo: !env.isProduction,
    sendsEmails: env.mail.smtpUrl !== null,
    owner: env.owner,
    pages: env.content.map(({ slug }) => slug),
    refundPromise: promise,
    refundWithin: within,
  }
}
