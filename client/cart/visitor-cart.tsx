import { LogIn } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { authAddress } from '../layout/return-path.ts'
import { errorMessage } from '../lib/error-message.ts'
import { useMoney } from '../use-money.ts'
import { useClient } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Flip } from '../ui/flip.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { CartLine } from './cart-line.tsx'
import { CartBar, CartSummary } from './cart-summary.tsx'
import { removedItem } from './removed-item.ts'
import type { VisitorLine } from './state.ts'
import { addVisitorLine, changeVisitorCount, loadVisitorItems, removeForVisitor } from './visitor-actions.ts'

/** What this device keeps for a visitor, at current prices, and the way to log in and order it. */
export function VisitorCart({ lines }: { lines: VisitorLine[] }) {
  const client = useClient()
  const money = useMoney()
  const container = useRef<HTMLDivElement>(null)
  const ids = lines.map(({ item }) => item._id)
  const loading = useLoad(`visitor-cart/${ids.toSorted().join(',')}`, (signal) => loadVisitorItems(client, ids, signal))
  const summary = {
    lines: lines.filter(({ isAvailable }) => isAvailable),
    money,
    action: (
      <ButtonLink variant="primary" size="large" wide href={authAddress('/cart')} icon={LogIn}>
        Login / Register
      </ButtonLink>
    ),
  }

  return (
    <>
      <PageTitle text="You need to be logged in to access your shopping cart. What you chose stays on this device and is added to your cart when you log in.">
        Please log in to view your cart
      </PageTitle>
      <div ref={container} tabIndex={-1} className="mt-4 outline-none">
        {loading.status === 'failed' && (
          <Note tone="waiting" className="mb-2">
            We can’t reach the store, so these prices may be out of date.
          </Note>
        )}
        <Flip
          items="li, .receipt"
          fadesRemoved
          className="grid items-start gap-8 wide:grid-cols-[minmax(0,1fr)_23rem] wide:gap-12"
        >
          <Lines lines={lines} money={money} container={container} />
          <CartSummary {...summary} />
        </Flip>
        <CartBar {...summary} />
      </div>
    </>
  )
}

type LinesProps = {
  lines: VisitorLine[]
  money: (cents: number) => string
  /** Gets the focus when the line that had it is removed. */
  container: RefObject<HTMLDivElement | null>
}

function Lines({ lines, money, container }: LinesProps) {
  const client = useClient()
  const toast = useToast()

  function remove(line: VisitorLine) {
    container.current?.focus({ preventScroll: true })
    removeForVisitor(client, line.item._id)
    const action = { label: 'Undo', onSelect: () => putBack(line), isNextStop: true }
    toast('Item removed from cart', { type: 'success', action, key: line.item._id, about: removedItem })
  }

  function putBack(line: VisitorLine) {
    try {
      addVisitorLine(client, line)
    } catch (error) {
      toast(errorMessage(error, 'Error adding item to cart'), { type: 'error' })
    }
  }

  return (
    <ul aria-label="Items on this device" className="divide-y divide-line max-wide:*:last:border-b">
      {lines.map((line) => (
        <CartLine
          key={line.item._id}
          line={line}
          busy={false}
          money={money}
          onCount={(count) => changeVisitorCount(client, line.item._id, count)}
          onRemove={() => remove(line)}
        />
      ))}
    </ul>
  )
}
