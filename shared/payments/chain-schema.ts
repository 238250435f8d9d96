import * as z from 'zod/mini'
import { networks } from './schema.ts'

/** Why an endpoint has no answer. */
export const endpointErrors = ['timeout', 'down', 'limited', 'refused', 'garbled', 'wrong-chain', 'suspended'] as const
export type EndpointError = (typeof endpointErrors)[number]

/** How an endpoint of a network is doing; never its address, which may hold a key. Times in milliseconds since 1970. */
export const EndpointHealth = z.object({
  state: z.enum(['new', 'working', 'failing', 'wrong-chain']),
  /** The last block it has reported. */
  head: z.nullable(z.int()),
  answeredAt: z.nullable(z.int()),
  lastError: z.nullable(z.enum(endpointErrors)),
})
export type EndpointHealth = z.infer<typeof EndpointHealth>

/** How the check of a network is doing on the process that does it. */
export const ChainHealth = z.object({
  network: z.enum(networks),
  /** When its endpoints were last asked; null if they weren't yet. */
  askedAt: z.nullable(z.int()),
  /** Transactions about which its endpoints contradicted each other when they were last asked. */
  disputed: z.int(),
  /** How many endpoints have to report the same; absent from earlier versions. */
  agree: z.optional(z.int()),
  /** How often it makes a block; absent from earlier versions. */
  blockSeconds: z.optional(z.number()),
  endpoints: z.array(EndpointHealth),
})
export type ChainHealth = z.infer<typeof ChainHealth>

/** The check of crypto payments on their chains. */
export const ChainCheck = z.object({
  policy: z.enum(['suggest', 'auto']),
  /** Who has paused automatic verification, and since when. */
  paused: z.nullable(z.object({ name: z.string(), since: z.int() })),
  networks: z.array(ChainHealth),
  /** Verified orders whose payment a chain has taken back, at most 20. */
  lostPayments: z.array(z.object({ order: z.string(), network: z.enum(networks) })),
})
export type ChainCheck = z.infer<typeof ChainCheck>
