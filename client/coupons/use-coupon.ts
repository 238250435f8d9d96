import { useState } from 'react'
import { couponRefusal, discountOf, normalizeCouponCode } from '../../shared/coupons/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { isFailure } from '../api/call-failed.ts'
import { useClient } from '../client-context.tsx'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { useToast } from '../ui/toast.tsx'
import { useMoney } from '../use-money.ts'
import { applyCoupon, findCoupon, removeCoupon } from './actions.ts'

type Totals = Pick<Order, 'couponCode' | 'discountAmount' | 'total'>

/** The coupon field of an order. While a coupon is being applied, `totals` are those with its discount. */
export function useCoupon(order: Order) {
  const client = useClient()
  const toast = useToast()
  const money = useMoney()
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [preview, setPreview] = useState<Totals | null>(null)

  function reject(message: string) {
    setError(message)
    toast(message, { type: 'error' })
  }

  const application = useAct(
    async () => {
      setError('')
      const normalized = normalizeCouponCode(code)
      const coupon = await findCoupon(client, normalized).catch((failure: unknown) =>
        reject(failureMessage(failure, 'Failed to validate coupon')),
      )
      if (!coupon) return
      // Only the server knows whether the order is the customer's first.
      const refusal = couponRefusal(coupon, order.items, true)
      if (refusal === 'minimum') return reject(`This coupon is for orders of ${money(coupon.minTotal!)} or more.`)
      if (refusal) return reject('Invalid coupon')
      setPreview(withDiscount(order, normalized, discountOf(coupon, order.items)))
      await applyCoupon(client, order._id, normalized)
        .then(() => setCode(''))
        .finally(() => setPreview(null))
    },
    {
      failed: 'Failed to apply coupon to order',
      onFailed: (failure) => setError(failureMessage(failure, 'Failed to apply coupon to order')),
    },
  )

  const removal = useAct(
    async () => {
      setPreview(withDiscount(order, null, 0))
      await removeCoupon(client, order._id).finally(() => setPreview(null))
    },
    {
      failed: 'Failed to apply coupon to order',
      onFailed: (failure) => setError(errorMessage(failure, 'Failed to apply coupon to order')),
    },
  )

  return {
    code,
    changeCode(text: string) {
      setCode(text)
      setError('')
    },
    error,
    busy: application.busy || removal.busy,
    apply: () => (normalizeCouponCode(code) ? application.run() : reject('Enter coupon code')),
    remove: removal.run,
    totals: { ...order, ...preview },
  }
}

/** Why the server refused a coupon, where the customer may know more than that it is invalid. */
const failureMessage = (failure: unknown, fallback: string) =>
  isFailure(failure) && failure.code === 'coupon_first_order'
    ? 'This coupon is for your first order.'
    : errorMessage(failure, fallback)

const withDiscount = (
  { subtotal, processingFees }: Order,
  couponCode: string | null,
  discountAmount: number,
): Totals => ({
  couponCode,
  discountAmount,
  total: Math.max(0, subtotal + processingFees - discountAmount),
})
