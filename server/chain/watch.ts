import type { ChainHealth } from '../../shared/payments/chain-schema.ts'
import type { PaymentProgress } from '../../shared/payments/progress.ts'
import type { AppContext } from '../app-context.ts'
import { createLookups } from './lookups.ts'
import { createProgress } from './progress.ts'
import { watchNetwork } from './watch-network.ts'

export type ChainWatch = {
  /** Asks the endpoints of a network if something waits there and its round is due; one function for each network. */
  rounds: ((now?: Date) => Promise<void>)[]
  /** Does that for every network. */
  run(now?: Date): Promise<void>
  /** Looks at all networks now. @returns what is known of an order's transfer; null if nothing is */
  check(orderId: string, now?: Date): Promise<PaymentProgress | null>
  health(): ChainHealth[]
}

/** Watches the networks of CHAIN_CHECK for the orders that wait there (docs/payments.md). */
export function createChainWatch(app: AppContext): ChainWatch {
  const [progress, lookups] = [createProgress(app.bus), createLookups()]
  const networks = app.env.chain!.networks.flatMap((network) => {
    const address = app.env.transferAccounts.crypto.find((account) => account.network === network.network)?.address
    return address === undefined ? [] : watchNetwork(app, network, address, { progress, lookups })
  })
  const rounds = networks.map(
    ({ runIfDue }) =>
      (now = new Date()) =>
        runIfDue(now),
  )
  return {
    rounds,
    async run(now = new Date()) {
      await Promise.all(rounds.map((round) => round(now)))
    },
    async check(orderId, now = new Date()) {
      lookups.retryNow()
      await Promise.all(networks.map((network) => network.runNow(now)))
      return progress.of(orderId)
    },
    health: () => networks.map((network) => network.health()),
  }
}
