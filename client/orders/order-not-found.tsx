import { SearchX } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'

export function OrderNotFound({ title = 'Order not found' }: { title?: string }) {
  return (
    <div className="page-column py-10">
      <title>Order not found · Kade</title>
      <EmptyState
        level={1}
        icon={SearchX}
        title={title}
        text="It may belong to another account, or the link may be mistyped."
        action={
          <>
            <ButtonLink href="/orders" variant="primary">
              Back to Orders
            </ButtonLink>
            <ButtonLink href="/support">Ask support</ButtonLink>
          </>
        }
      />
    </div>
  )
}
