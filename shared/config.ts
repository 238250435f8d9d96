import * as z from 'zod/mini'
import { ContentPage, contentSlugs, Owner } from './content.ts'
import { Currency } from './accounts/schema.ts'
import { get } from './contract.ts'

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
  demo: z.boolean(),
  /** Whether emails reach anybody: a demo store may have no mail server. */
  sendsEmails: z.boolean(),
  owner: Owner,
  /** The pages of the owner that exist. */
  pages: z.array(z.enum(contentSlugs)),
  /** What the owner's page about refunds promises in one sentence. */
  refundPromise: z.nullable(z.string()),
  /** Within what time that page says money is sent back: 'three working days'. */
  refundWithin: z.nullable(z.string()),
})
export type Config = z.infer<typeof Config>

export const configRoutes = {
  health: get('/health', {
    access: 'public',
    summary: 'Check that the process is alive; does not ask the database',
    output: { status: z.string(), version: z.string() },
    probe: true,
  }),
  ready: get('/ready', {
    access: 'public',
    summary: 'Check that the process accepts requests: 503 while it drains, or when the database does not answer',
    output: { status: z.string() },
    probe: true,
  }),
  contentPage: get('/pages/:slug', {
    access: 'public',
    summary: 'Return a page that the owner wrote, such as `terms`',
    output: { data: ContentPage },
    cacheable: true,
  }),
  config: get('/config', { access: 'public', summary: 'Return the public configuration', output: Config.shape }),
}
