import { TicketPercent } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { focusFirstError } from '../ui/focus-first-error.ts'
import { TextInput } from '../ui/input.tsx'
import type { useCoupon } from './use-coupon.ts'
import { isFocusLost } from '../lib/is-focus-lost.ts'

export interface CouponFieldProps {
  order: Order
  coupon: ReturnType<typeof useCoupon>
  money: (cents: number) => string
}

/** The order's coupon with a button to remove it, or a field to enter one. */
export function CouponField({ order, coupon, money }: CouponFieldProps) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const isOwnChange = useRef(false)
  const { code, changeCode, error, busy, apply, remove } = coupon
  const applied = order.couponCode

  useEffect(() => {
    if (error) focusFirstError(form.current)
  }, [error])

  // The control that was used is gone.
  useEffect(() => {
    if (isOwnChange.current && isFocusLost()) field.current?.querySelector('button')?.focus()
    isOwnChange.current = false
  }, [applied])

  return (
    <div ref={field}>
      {applied ? (
        <div className="flex items-center justify-between gap-3">
          <p className="flex min-w-0 items-center gap-2 text-sm">
            <TicketPercent size={18} strokeWidth={1.75} className="flex-none text-good" />
            <span className="min-w-0">
              <span className="font-semibold">{applied}</span>{' '}
              <span className="text-muted">takes {money(order.discountAmount)} off</span>
            </span>
          </p>
          <Button
            size="small"
            busy={busy}
            onClick={() => {
              isOwnChange.current = true
              remove()
            }}
            aria-label={`Remove coupon ${applied}`}
          >
            Remove
          </Button>
        </div>
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            isOwnChange.current = true
            if (!busy) apply()
          }}
        >
          <div className="grid grid-cols-[1fr_auto] items-start gap-2 max-tight:grid-cols-1">
            <Field label="Coupon code" error={error}>
              <TextInput
                value={code}
                maxLength={40}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                onChange={(event) => changeCode(event.target.value)}
              />
            </Field>
            <Button type="submit" busy={busy} className="min-tight:mt-6.5">
              Apply
            </Button>
          </div>
        </form>
      )}
      <p role="status" className="sr-only">
        {applied && `Coupon ${applied} takes ${money(order.discountAmount)} off.`}
      </p>
    </div>
  )
}
