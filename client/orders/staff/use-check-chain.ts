import { chainRoutes } from '../../../shared/payments/chain-routes.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { useAct } from '../../lib/use-act.ts'
import { setStaffOrder, staffOrderKey } from './store.ts'

/** Whether the store looks for payments on the network that the order was asked to use. */
export const useIsWatched = ({ request }: StaffOrder) =>
  useStore((state) => state.staff.system?.chain?.networks.some(({ network }) => network === request?.network) ?? false)

/** Looks for an order's payment on its chain now. `canCheck`: the store looks at that chain, and something may come. */
export function useCheckChain(order: StaffOrder) {
  const { _id: id, paymentStatus } = order
  const client = useClient()
  const isWatched = useIsWatched(order)
  const { busy, run } = useAct(
    async () => {
      const { message } = await client.send(
        chainRoutes.checkOrder,
        { id },
        {
          snapshotKey: staffOrderKey(id),
          streams: ['staff'],
          write(draft, { data, progress }) {
            setStaffOrder(draft, data)
            if (progress) draft.orders.progress[id] = progress
          },
        },
      )
      return message
    },
    { failed: 'The chain could not be checked' },
  )
  return { busy, check: run, canCheck: isWatched && paymentStatus !== 'verified' && paymentStatus !== 'refunded' }
}
