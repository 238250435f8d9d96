import * as z from 'zod/mini'
import { Currency } from './accounts/schema.ts'
import { get } from './contract.ts'
import { TransferAccounts } from './payments/schema.ts'

/** Public configuration that every page needs. */
export const Config = z.object({
  name: z.string(),
  /** The public address of this server, without a trailing slash. */
  publicUrl: z.string(),
  currencies: z.array(z.object({ currency: Currency, rate: z.number(), symbol: z.string() })),
  captcha: z.object({ provider: z.enum(['altcha', 'recaptcha', 'off']), siteKey: z.nullable(z.string()) }),
  paymentMethods: z.array(
    z.object({ method: z.string(), label: z.string(), hint: z.string(), available: z.boolean() }),
  ),
  accounts: TransferAccounts,
  demo: z.boolean(),
})
export type Config = z.infer<typeof Config>

export const configRoutes = {
  health: get('/health', {
    access: 'public',
    summary: 'Check that the server is up',
    output: { status: z.string(), version: z.string() },
  }),
  config: get('/config', { access: 'public', summary: 'Return the public configuration', output: Config.shape }),
}
