import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { EndingLine } from '../../shared/activity/schema.ts'
import { itemPath } from '../../shared/catalogue/rules.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { amountsOf, type FormatMoney } from '../../shared/payments/order-amounts.ts'
import { ItemLogo } from '../catalogue/item-logo.tsx'
import { formatDay, formatMomentInText } from '../lib/format-date.ts'
import { ItemNames } from '../orders/item-names.tsx'
import { orderState } from '../orders/order-state.ts'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useMoney } from '../use-money.ts'

/** How many orders of each kind are shown; the others are in the list of orders. */
const maxShown = 3

type NextStepsProps = {
  /** The first unpaid orders, and how many there are. */
  unpaid: Order[]
  unpaidCount: number
  /** Orders that only a part of the money has arrived for. */
  short: Order[]
  /** Orders that staff check, and how many there are. */
  checking: Order[]
  checkingCount: number
  /** Orders whose delivery is unopened. */
  unopened: Order[]
  /** What runs out soon. */
  ending: EndingLine[]
}

/** What waits for the user: orders to pay, in whole or the rest, deliveries to open, what to renew; and what they wait for. */
export function NextSteps({ unpaid, unpaidCount, short, checking, checkingCount, unopened, ending }: NextStepsProps) {
  const payments = short.length + unpaidCount
  const steps = [
    payments > 0 && (payments === 1 ? '1 order to pay' : `${payments} orders to pay`),
    unopened.length > 0 && (unopened.length === 1 ? '1 delivery to open' : `${unopened.length} deliveries to open`),
    ending.length > 0 && (ending.length === 1 ? '1 service ending soon' : `${ending.length} services ending soon`),
  ].filter((step) => step !== false)
  const waitsForUser = steps.length > 0
  if (checkingCount > 0)
    steps.push(
      checkingCount === 1 ? '1 payment waiting to be checked' : `${checkingCount} payments waiting to be checked`,
    )
  if (steps.length === 0) return null
  return (
    <section
      aria-labelledby="next"
      className={classNames('surface overflow-clip', waitsForUser && 'border-waiting-line')}
    >
      <div
        className={classNames(
          'flex flex-wrap items-baseline justify-between gap-x-4 p-4 sm:px-5',
          waitsForUser && 'bg-waiting-soft',
        )}
      >
        <h2 id="next" className="text-lg">
          {steps.map((step, index) => (
            <Fragment key={step}>
              {index > 0 && (index < steps.length - 1 ? ', ' : ' and ')}
              <span className="inline-block">{step}</span>
            </Fragment>
          ))}
        </h2>
        {unpaidCount > maxShown && (
          <Link href="/orders?paymentStatus=pending" className="link text-sm">
            All unpaid orders
          </Link>
        )}
      </div>
      <ul className={classNames('divide-y divide-line border-t', waitsForUser && 'border-waiting-line')}>
        {[short, unpaid, unopened]
          .flatMap((orders) => orders.slice(0, maxShown))
          .map((order) => (
            <li key={order._id}>
              <OrderStep order={order} />
            </li>
          ))}
        {ending.slice(0, maxShown).map((line) => (
          <li key={line._id}>
            <EndingStep line={line} />
          </li>
        ))}
        {checking.slice(0, maxShown).map((order) => (
          <li key={order._id}>
            <OrderStep order={order} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** @param isLow never higher than two lines of a name and one of text */
export function OrderStep({ order, isLow = false }: { order: Order; isLow?: boolean }) {
  const money = useMoney()
  const { action, href } = orderState(order)
  return (
    <Step
      logoLink={order.items[0]?.logoLink}
      name={
        <ItemNames
          items={order.items}
          className={classNames(
            'font-medium',
            isLow
              ? 'leading-tight [&>:first-child]:line-clamp-2 [&>:first-child]:whitespace-normal'
              : 'max-sm:flex-wrap max-sm:gap-x-[0.25em] max-sm:*:whitespace-normal',
          )}
        />
      }
      text={describeStep(order, money)}
      isLow={isLow}
    >
      <ButtonLink
        variant={action === 'View' ? 'quiet' : 'primary'}
        href={href}
        aria-label={`${action}: order #${orderNumber(order._id)}`}
        className="flex-none"
      >
        {action}
      </ButtonLink>
    </Step>
  )
}

function EndingStep({ line: { item, name, logoLink, endsAt, isSold } }: { line: EndingLine }) {
  return (
    <Step logoLink={logoLink} name={<span className="font-medium">{name}</span>} text={`Ends on ${formatDay(endsAt)}`}>
      {isSold && (
        <ButtonLink href={itemPath({ _id: item, name })} aria-label={`Renew: ${name}`} className="flex-none">
          Renew
        </ButtonLink>
      )}
    </Step>
  )
}

type StepProps = {
  logoLink: string | undefined
  name: ReactNode
  text: string
  isLow?: boolean
  children: ReactNode
}

const Step = ({ logoLink, name, text, isLow = false, children }: StepProps) => (
  <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3 sm:flex-nowrap sm:px-5">
    {logoLink && <ItemLogo link={logoLink} isEager className="size-10 max-sm:hidden" />}
    <div className="min-w-0 flex-1 basis-28">
      <p>{name}</p>
      <p
        className={classNames('tabular text-sm text-muted', isLow && 'min-[22.5625rem]:truncate')}
        title={isLow ? text : undefined}
      >
        {text}
      </p>
    </div>
    {children}
  </div>
)

function describeStep(order: Order, money: FormatMoney) {
  const { action, text } = orderState(order)
  if (action === 'Pay now') return `${money(order.total)} · pay by ${formatMomentInText(order.expiresAt)}`
  if (action === 'Send the rest') return `${amountsOf(order, money).missing} is missing`
  return action === 'View' ? `${money(order.total)} · ${text}` : text
}
