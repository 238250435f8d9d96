import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { useStore } from '../../client-context.tsx'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/choice.tsx'
import { isProved } from '../received.ts'
import { claimStatus } from './use-claim.ts'
import { VerifyAllDialog } from './verify-all-dialog.tsx'

type Props = {
  isOn: boolean
  /** Those of the list; null while they are loading. */
  orders: readonly StaffOrder[] | null
  onChange: (isOn: boolean) => void
}

/** Shows the payments of which exactly the total has arrived, and verifies all of them at once. */
export function ProvedFilter({ isOn, orders, onChange }: Props) {
  const me = useStore((state) => state.accounts.user?._id)
  const [asked, setAsked] = useState<readonly StaffOrder[] | null>(null)
  const proved = (orders ?? []).filter(
    (order) => order.paymentStatus === 'paid' && isProved(order) && ['free', 'mine'].includes(claimStatus(order, me)),
  )
  const askForAll = () => proved.length > 0 && setAsked(proved)
  useShortcuts({ f: () => onChange(!isOn), b: askForAll })

  return (
    <>
      <Segments
        legend="Show"
        hideLegend
        options={[
          { value: 'all', label: 'All' },
          { value: 'proved', label: 'Paid in full' },
        ]}
        value={isOn ? 'proved' : 'all'}
        onChange={(value) => onChange(value === 'proved')}
      />
      {proved.length > 0 && (
        <Button size="small" icon={CheckCheck} onClick={askForAll}>
          Verify {proved.length} paid in full
        </Button>
      )}
      {asked && <VerifyAllDialog orders={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
