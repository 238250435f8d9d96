import { Clock } from 'lucide-react'
import { Fragment, useId } from 'react'
import type { CheckDurations, Order } from '../../shared/orders/schema.ts'
import { isPayable, type PaymentMethod, paymentMethods } from '../../shared/payments/schema.ts'
import { amountToSend } from '../../shared/payments/transfer.ts'
import { useStore } from '../client-context.tsx'
import { formatMomentInText } from '../lib/format-date.ts'
import { describeCheckRange } from '../orders/check-duration.ts'
import { useNextOpening } from '../storefront/use-next-opening.ts'
import { SkeletonLine } from '../ui/skeleton.tsx'
import { MethodMarks } from './marks.tsx'
import './payments.css'

type Option = (typeof paymentMethods)[number]
type MethodPickerProps = { order: Order; value: string; onChange: (method: string) => void }

/** Selects how to pay, with the amount to send by each method. Methods that aren't available yet are named below. */
export function MethodPicker({ order, value, onChange }: MethodPickerProps) {
  const name = useId()
  const methods = useStore((state) => state.config?.paymentMethods) ?? paymentMethods
  const checkDurations = useStore((state) => state.orders.methodCheckDurations[order._id])
  const opensAt = useNextOpening()
  const available = methods.flatMap((option) => (canPayWith(option) ? [option] : []))
  const later = methods.filter((option) => !canPayWith(option))
  const radio = ({ method, available: isAvailable }: Option) => ({
    type: 'radio' as const,
    name,
    value: method,
    checked: method === value,
    disabled: !isAvailable,
    onChange: () => onChange(method),
  })

  return (
    <fieldset>
      <legend className="sr-only">Payment method</legend>
      <div className="methods">
        {available.map((option) => {
          const time =
            opensAt === null
              ? describeTime(checkDurations, option.method)
              : `Checked from ${formatMomentInText(opensAt)}`
          return (
            <label key={option.method} className="choice method">
              <input {...radio(option)} className="tick" />
              <MethodMarks method={option.method} />
              <span className="method-name">
                <span className="font-semibold">{option.label}</span>
                <span className="block text-sm text-muted">{option.hint}</span>
              </span>
              <span className="method-facts">
                <span className="method-amount">{amountToSend(option.method, order.total)}</span>
                {time && (
                  <span className="method-time">
                    <Clock size={14} />
                    {time}
                  </span>
                )}
              </span>
            </label>
          )
        })}
      </div>
      {later.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Not available yet:{' '}
          {later.map((option, index) => (
            <Fragment key={option.method}>
              {index > 0 && ', '}
              <label className="relative">
                <input {...radio(option)} className="sr-only" />
                {option.label}
                <span className="sr-only"> {[option.hint, 'Unavailable'].filter(Boolean).join(', ')}</span>
              </label>
            </Fragment>
          ))}
        </p>
      )}
    </fieldset>
  )
}

/** The methods while their amounts are loading. */
export function MethodsOutline() {
  const methods = useStore((state) => state.config?.paymentMethods) ?? paymentMethods
  return (
    <div className="methods">
      {methods.filter(canPayWith).map(({ method, label, hint }) => (
        <div key={method} className="choice method">
          <MethodMarks method={method} />
          <div className="method-name">
            <span className="font-semibold">{label}</span>
            <span className="block text-sm text-muted">{hint}</span>
          </div>
          <div className="method-facts">
            <div className="method-amount">
              <SkeletonLine className="w-24" />
            </div>
            <div className="method-time">
              <SkeletonLine className="w-36" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}

/** How long a check takes; its line is kept free while that is being loaded. */
function describeTime(durations: CheckDurations | null | undefined, method: PaymentMethod) {
  if (durations === undefined) return '…'
  const duration = durations?.[method]
  return duration && `Checked in ${describeCheckRange(duration).replace('minutes', 'min')}`
}

const canPayWith = (option: Option): option is Option & { method: PaymentMethod } =>
  option.available && isPayable(option.method)
