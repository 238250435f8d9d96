import { networkFailure } from './api/call-failed.ts'
import type { Client } from './client.ts'

/** The same actions, each with a promise. */
export type LazyActions<Actions> = {
  [Name in keyof Actions]: Actions[Name] extends (context: never, ...args: infer Args) => infer Result
    ? (client: Client, ...args: Args) => Promise<Awaited<Result>>
    : never
}

/**
 * Actions of the first view: their code, with the schemas of what they call, is loaded when one is called. The action
 * then waits until the client is connected.
 */
export function lazyActions<Actions extends object>(load: () => Promise<Actions>): LazyActions<Actions> {
  const lazy =
    (name: keyof Actions) =>
    async (client: Client, ...args: unknown[]) => {
      const code = load().catch(() => {
        throw networkFailure()
      })
      const [actions] = await Promise.all([code, client.connected])
      return (actions[name] as (...all: unknown[]) => unknown)(client, ...args)
    }
  return new Proxy({} as LazyActions<Actions>, { get: (_, name) => lazy(name as keyof Actions) })
}
