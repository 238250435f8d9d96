import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { canMove, orderNumber } from '../../../shared/orders/rules.ts'
import { useAct } from '../../lib/use-act.ts'
import { useClient } from '../../client-context.tsx'
import { requestProof } from './actions.ts'

/** Asks the customer of a paid order for a picture of the transfer; the toast says why it isn't possible. */
export function useRequestProof() {
  const client = useClient()
  const { busy, run } = useAct(
    async (order: StaffOrder) => {
      await requestProof(client, order._id)
      return `Picture requested from ${order.customer.firstName}: #${orderNumber(order._id)}`
    },
    { failed: 'The customer could not be asked' },
  )
  return { busy, ask: (order: StaffOrder) => canMove(order, 'requestProof') && run(order) }
}
