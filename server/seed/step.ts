import type { MutationContext } from '../events/mutation.ts'

/** Something that happened, with its age. */
export type Step = { minutesAgo: number; run: (ctx: MutationContext) => Promise<unknown> }

/** Makes the context of an operation that happened so many minutes ago. */
export type ContextAt = (minutesAgo: number) => MutationContext

export const hourMinutes = 60
export const dayMinutes = 24 * hourMinutes
