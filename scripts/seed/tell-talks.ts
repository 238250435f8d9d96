import type { orders } from '../../drizzle/schema.ts'
import { orderNumber } from '../../shared/orders.ts'
import type { SeededItem } from './insert-catalogue.ts'
import type { Cast, SeededPerson } from './insert-people.ts'
import { seedId } from './seed-id.ts'
import type { Talk, talks } from './talks.ts'
import { tellLongTalk } from './talks/long.ts'

type OrderRow = typeof orders.$inferInsert
type Given = { items: SeededItem[]; orders: OrderRow[]; cast: Cast; now: number }
type Line = { text: string; byStaff: boolean; itemId: string | null; orderId: string | null; minutesAgo: number }
/** A talk with its people, and each line with what goes with it and when it was said. */
export type Told = {
  customer: SeededPerson
  staff: SeededPerson
  lines: Line[]
  assigned: boolean
  resolved: boolean
  unread: boolean
  notes: string[]
}

const day = 24 * 60

/** Ada's conversation, Sam's, which is the longest by far, and one each of others. */
export function tellTalks({ ada, others }: typeof talks, given: Given): Told[] {
  const { cast } = given
  const taken = new Set(others.flatMap(({ reviewer }) => reviewer ?? []))
  const free = cast.reviewers.filter((_, i) => !taken.has(i))
  const customerOf = (talk: Talk): SeededPerson => {
    if (talk.reviewer !== undefined) return cast.reviewers[talk.reviewer]!
    const isAboutOrder = talk.lines.some((line) => line.includes('{order}'))
    const next = free.findIndex((one) => !isAboutOrder || orderBefore(given, one, talk.minutesAgo + day) !== undefined)
    return free.splice(next, 1)[0]!
  }
  const adasOrder = seedId('order ada paid')
  return [
    tell(ada, 0, cast.ada, adasOrder, given),
    longTalk(given),
    ...others.map((talk, i) => {
      const customer = customerOf(talk)
      const before = talk.reviewer === undefined ? talk.minutesAgo + day : talk.minutesAgo
      return tell(talk, i + 1, customer, orderBefore(given, customer, before), given)
    }),
  ]
}

/** The newest order that a customer had by then. */
function orderBefore({ orders, now }: Given, { id }: SeededPerson, minutesAgo: number): string | undefined {
  const at = now - minutesAgo * 60_000
  return orders
    .filter((order) => order.userId === id && order.createdAt!.getTime() < at)
    .toSorted((one, other) => other.createdAt!.getTime() - one.createdAt!.getTime())[0]?.id
}

function tell(talk: Talk, n: number, customer: SeededPerson, orderId: string | undefined, given: Given): Told {
  const item = given.items[(n * 23 + 5) % given.items.length]!
  let minutesAgo = talk.minutesAgo
  // From the end, as that is what its time is told of.
  const lines = talk.lines.toReversed().flatMap((line, i): Line[] => {
    if (line === '--') {
      minutesAgo += day
      return []
    }
    const said = line.slice(2)
    const told = {
      text: said.replace('{item}', item.name).replace('{order}', `#${orderNumber(orderId ?? '')}`),
      byStaff: line.startsWith('<'),
      itemId: said.includes('{item}') ? item.id : null,
      orderId: said.includes('{order}') ? orderId! : null,
      minutesAgo,
    }
    minutesAgo += 2 + ((n + i) % 4)
    return [told]
  })
  const { assigned = false, resolved = false, unread = false, notes = [] } = talk
  return { customer, staff: given.cast[talk.staff], lines: lines.toReversed(), assigned, resolved, unread, notes }
}

function longTalk({ cast, items }: Given): Told {
  const lines = tellLongTalk(items.map(({ name }) => name)).map(({ item, ...line }) => ({
    ...line,
    itemId: item === null ? null : items[item]!.id,
    orderId: null,
  }))
  const notes = ['Buys for an office of forty: asks first, orders within the hour. Answer with the number of seats.']
  return { customer: cast.sam, staff: cast.ishara, lines, assigned: true, resolved: false, unread: true, notes }
}
