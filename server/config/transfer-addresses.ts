import type * as z from 'zod'
import { isDollar } from '../../shared/payments/amounts.ts'
import type { TransferAccounts } from '../../shared/payments/schema.ts'
import { chains } from '../../shared/payments/wallet-link.ts'
import { notationOf } from './network-notation.ts'

/** Rejects addresses that don't belong to their network, and tokens that don't exist there: such money would be lost. */
export function rejectForeignAddresses({ crypto }: TransferAccounts, ctx: z.RefinementCtx) {
  for (const [index, { network, tokens, address }] of crypto.entries()) {
    const reject = (field: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: ['crypto', index, field], message })
    if (notationOf(network).parseAddress(address) === null) reject('address', `must be an address on ${network}`)
    for (const token of tokens) {
      const exists = isDollar(token) ? token in chains[network].contracts : network !== 'TRC20'
      if (!exists) reject('tokens', `can't contain ${token} on ${network}`)
    }
  }
}
