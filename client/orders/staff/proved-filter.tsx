import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { useStore } from '../../client-context.tsx'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { ListBar } from '../../staff/list-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/choice.tsx'
import { isProved } from '../received.ts'
import { claimStatus } from './use-claim.ts'
import { VerifyAllDialog } from './verify-all-dialog.tsx'

type FilterProps = { isOn: boolean; onChange: (isOn: boolean) => void }

/** Shows only the payments of which exactly the total was received. */
export const ProvedFilter = ({ isOn, onChange, inSheet = false }: FilterProps & { inSheet?: boolean | undefined }) => (
  <Segments
    legend="Show"
    hideLegend={!inSheet}
    options={[
      { value: 'all', label: 'All' },
      { value: 'proved', label: 'Received in full' },
    ]}
    value={isOn ? 'proved' : 'all'}
    onChange={(value) => onChange(value === 'proved')}
  />
)

interface VerifyAllProps extends FilterProps {
  /** null while they are loading. */
  orders: readonly StaffOrder[] | null
  /** In a bar at the bottom, where the toolbar has no room for it. */
  isBar?: boolean
}

/** Verifies all payments of the list that were received in full, at once. */
export function VerifyAll({ orders, isOn, onChange, isBar = false }: VerifyAllProps) {
  const me = useStore((state) => state.accounts.user?._id)
  const [asked, setAsked] = useState<readonly StaffOrder[] | null>(null)
  const proved = (orders ?? []).filter(
    (order) => order.paymentStatus === 'paid' && isProved(order) && ['free', 'mine'].includes(claimStatus(order, me)),
  )
  const askForAll = () => proved.length > 0 && setAsked(proved)
  useShortcuts({ f: () => onChange(!isOn), b: askForAll })

  const button = (
    <Button size="small" icon={CheckCheck} onClick={askForAll}>
      Verify {proved.length} received in full
    </Button>
  )
  return (
    <>
      {proved.length > 0 && (isBar ? <ListBar label="Payments received in full">{button}</ListBar> : button)}
      {asked && <VerifyAllDialog orders={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
