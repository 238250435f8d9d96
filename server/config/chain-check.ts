import * as z from 'zod'
import { type Network, networks } from '../../shared/payments/schema.ts'
import { chains } from '../../shared/payments/wallet-link.ts'

/** How many confirmations make a transfer final, and how often a network makes a block: rather too often than too seldom. */
const defaults: Record<Network, { confirmations: number; blockSeconds: number }> = {
  ERC20: { confirmations: 12, blockSeconds: 12 },
  BEP20: { confirmations: 15, blockSeconds: 0.75 },
  MATIC: { confirmations: 40, blockSeconds: 2 },
  BASE: { confirmations: 40, blockSeconds: 2 },
  ARB: { confirmations: 40, blockSeconds: 0.25 },
  OP: { confirmations: 40, blockSeconds: 2 },
  // A block is solid once 19 of the 27 that make blocks have built on it.
  TRC20: { confirmations: 20, blockSeconds: 3 },
}

const EndpointSettings = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'an http or https URL' }),
  headers: z.record(z.string().regex(/^[\w-]{1,60}$/), z.string().max(500)).optional(),
})

const NetworkSettings = z.strictObject({
  endpoints: z.array(EndpointSettings).min(1).max(5),
  /** How many endpoints must report the same. */
  agree: z.int().min(1).max(5).default(2),
  confirmations: z.int().min(1).max(1000).optional(),
  /** Whether blocks are searched, or only the transactions that customers name are checked. */
  scan: z.boolean().default(true),
  maxBlocks: z.int().min(1).max(5000).default(500),
  /** The endpoints are the operator's own nodes: they may be on a private network, and one of them is enough. */
  own: z.boolean().default(false),
})

/** The file that CHAIN_CHECK names: the endpoints of each network that is checked. */
export const ChainCheckFile = z
  .strictObject({ networks: z.partialRecord(z.enum(networks), NetworkSettings) })
  .superRefine(({ networks: all }, ctx) => {
    const reject = (message: string) => ctx.addIssue({ code: 'custom', message })
    for (const [network, { endpoints, agree }] of Object.entries(all)) {
      const hosts = new Set(
        endpoints.map(({ url }) => new URL(url)).map((url) => (isLoopback(url) ? url.host : url.hostname)),
      )
      if (agree > endpoints.length) reject(`${network} has fewer endpoints than must agree`)
      else if (agree > hosts.size) reject(`the endpoints of ${network} must be on different hosts`)
      else if (endpoints.some(({ url }) => url.startsWith('http:') && !isLoopback(new URL(url)))) {
        reject(`the endpoints of ${network} must be https, or on this machine`)
      }
    }
  })
  .transform(({ networks: all }) =>
    (Object.entries(all) as [Network, z.output<typeof NetworkSettings>][]).map(([network, settings]) => ({
      network,
      chainId: chains[network].chainId,
      ...settings,
      confirmations: settings.confirmations ?? defaults[network].confirmations,
      blockSeconds: defaults[network].blockSeconds,
    })),
  )

export type ChainNetwork = z.output<typeof ChainCheckFile>[number]

/** @throws a message for the operator if an endpoint isn't safe in production */
export function assertSafeEndpoints(all: ChainNetwork[]) {
  for (const { network, endpoints, own } of all) {
    if (!own && endpoints.some(({ url }) => !url.startsWith('https:'))) {
      throw new Error(`the endpoints of ${network} must be https in production`)
    }
  }
}

const isLoopback = ({ hostname }: URL) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
