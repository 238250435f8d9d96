import * as z from 'zod/mini'
import { Time } from '../contract.ts'
import { ChainCheck, ChainHealth } from '../payments/chain-schema.ts'

/** A scheduled job on one process, since its start; durations in milliseconds. */
export const SystemJob = z.object({
  name: z.string(),
  /** When its last run ended; absent from earlier versions. */
  lastAt: z.optional(z.int()),
  lastMs: z.int(),
  slowestMs: z.int(),
  failed: z.boolean(),
})

/** What a process reports of itself. */
export const SystemProcess = z.object({
  id: z.string(),
  version: z.string(),
  node: z.string(),
  startedAt: z.int(),
  /** When it last reported. */
  seenAt: z.int(),
  sockets: z.int(),
  memoryBytes: z.int(),
  /** The share of the last minute in which it was busy, from 0 to 1. */
  busy: z.number(),
  redis: z.enum(['none', 'healthy', 'unhealthy']),
  jobs: z.array(SystemJob),
  /** The networks that it watches; absent before it has any, and from earlier versions. */
  chains: z.optional(z.array(ChainHealth)),
})
export type SystemProcess = z.infer<typeof SystemProcess>

/** What somebody has to look at. */
export const SystemAlarm = z.object({
  kind: z.enum(['process', 'busy', 'redis', 'email', 'job', 'backup', 'version', 'chain']),
  text: z.string(),
  /** The page on which staff do something about it. */
  href: z.optional(z.string()),
})
export type SystemAlarm = z.infer<typeof SystemAlarm>

/** How the store is doing: its processes, its queue of emails and its backup. */
export const System = z.object({
  database: z.enum(['sqlite', 'postgresql']),
  processes: z.array(SystemProcess),
  emails: z.object({
    waiting: z.int(),
    /** When the one that has waited longest was due. */
    oldestDueAt: z.nullable(Time),
    /** Given up in the last 24 hours. */
    failed: z.int(),
  }),
  /** Null if none was recorded. */
  backup: z.nullable(z.object({ at: Time, kilobytes: z.nullable(z.int()) })),
  /** Null where payments aren't looked for on chains. */
  chain: z.nullable(ChainCheck),
  alarms: z.array(SystemAlarm),
})
export type System = z.infer<typeof System>
