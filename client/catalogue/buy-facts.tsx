import { ShieldCheck, Store, Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import { useStore } from '../client-context.tsx'
import PaymentMarks from './payment-marks.tsx'
import { ReadyIn } from './ready-in.tsx'

/** Below the button: how it goes on, what happens if it doesn't, and who sells it. */
export default function BuyFacts() {
  const { owner, pages = [], refundPromise } = useStore((state) => state.config) ?? {}
  const seller = [owner?.name, owner?.address].filter(Boolean).join(', ')
  return (
    <div className="grid gap-4">
      <PaymentMarks />
      <ul aria-label="Before you buy" className="buy-list">
        <ReadyIn />
        <li>
          <ShieldCheck size={16} className="text-accent" />
          <span>
            We check your transfer, and you follow each step live
            {owner?.hours && <span className="block text-muted">{owner.hours}</span>}
          </span>
        </li>
        {refundPromise && (
          <li>
            <Undo2 size={16} className="text-accent" />
            <span>
              {refundPromise}{' '}
              <Link href="/refunds" className="link">
                Refunds
              </Link>
            </span>
          </li>
        )}
        {seller && (
          <li>
            <Store size={16} className="text-accent" />
            <span>
              Sold by {seller}
              {pages.includes('about') && (
                <>
                  .{' '}
                  <Link href="/about" className="link">
                    About us
                  </Link>
                </>
              )}
            </span>
          </li>
        )}
      </ul>
    </div>
  )
}
