import * as z from 'zod/mini'
import { Currency } from './accounts.ts'
import { get } from './contract.ts'
import { TransferAccounts } from './payment.ts'

/** What every page needs to know of the store it belongs to. */
export const Config = z.object({
  name: z.string(),
  /** Its own address, without a slash at the end. */
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

export const storeRoutes = {
  health: get('/health', {
    who: 'anyone',
    summary: 'Whether the store serves',
    output: { status: z.string(), version: z.string() },
  }),
  config: get('/config', { who: 'anyone', summary: 'What a client needs to know of this store', output: Config.shape }),
}
