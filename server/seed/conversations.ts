import { orderNumber } from '../../shared/orders/rules.ts'
import type { MutationContext } from '../events/mutation.ts'
import { changeConversation } from '../support/change-conversation.ts'
import { markMessagesRead } from '../support/mark-messages-read.ts'
import { writeNote } from '../support/notes.ts'
import { sendMessage } from '../support/send-message.ts'
import { type Conversation, conversations, longConversation } from './content.ts'
import { fillIn } from './fill-in.ts'
import type { PlannedOrders } from './orders.ts'
import { randomFrom } from './random.ts'
import type { SeededItem, SeededItems } from './seed-catalogue.ts'
import type { People, Person } from './seed-users.ts'
import { dayMinutes, type Step } from './step.ts'

/** A line with what is attached to it; `order` is the name of a planned order. */
type Line = { text: string; byStaff: boolean; item?: SeededItem; order?: string; minutesAgo: number }
type Planned = {
  customer: Person
  staff: Person
  lines: Line[]
  assigned: boolean
  resolved: boolean
  unread: boolean
  notes: string[]
}

/** Plans Ada's conversation, Sam's of 2,000 messages, and one each of 28 reviewers. */
export function planConversations(people: People, items: SeededItems, orders: PlannedOrders): Step[] {
  const catalogue = [...items.values()]
  const nextCustomer = customerPicker(people, orders)
  const planned = [
    planConversation(conversations.ada, people.ada, people, catalogue[5]!, 'waiting'),
    planLongConversation(people, catalogue),
    ...conversations.others.map((conversation, i) => {
      const { customer, order } = nextCustomer(conversation)
      return planConversation(conversation, customer, people, catalogue[((i + 1) * 23 + 5) % catalogue.length]!, order)
    }),
  ]
  return planned.flatMap((one) => stepsOf(one, orders.idOf))
}

/** Picks a reviewer for each conversation, one with an order if the conversation mentions one. */
function customerPicker({ reviewers }: People, { orders }: PlannedOrders) {
  const reserved = new Set(conversations.others.flatMap(({ reviewer }) => reviewer ?? []))
  const free = reviewers.filter((_, i) => !reserved.has(i))
  const newestOrder = (customer: Person, minutesAgo: number) =>
    orders
      .filter((order) => order.customer === customer && order.minutesAgo > minutesAgo)
      .toSorted((a, b) => a.minutesAgo - b.minutesAgo)[0]?.name

  return ({ reviewer, lines, minutesAgo }: Conversation) => {
    if (reviewer !== undefined) {
      const customer = reviewers[reviewer]!
      return { customer, order: newestOrder(customer, minutesAgo) }
    }
    const mentionsOrder = lines.some((line) => line.includes('{order}'))
    const next = free.findIndex((one) => !mentionsOrder || newestOrder(one, minutesAgo + dayMinutes) !== undefined)
    const [customer] = free.splice(next, 1)
    return { customer: customer!, order: newestOrder(customer!, minutesAgo + dayMinutes) }
  }
}

function planConversation(
  conversation: Conversation,
  customer: Person,
  people: People,
  item: SeededItem,
  order: string | undefined,
): Planned {
  let { minutesAgo } = conversation
  // From the end, because the age given is that of the last line.
  const lines = conversation.lines.toReversed().flatMap((line, i): Line[] => {
    if (line === '--') {
      minutesAgo += dayMinutes
      return []
    }
    const text = line.slice(2)
    const planned: Line = {
      text,
      byStaff: line.startsWith('<'),
      ...(text.includes('{item}') && { item }),
      ...(text.includes('{order}') && { order: order! }),
      minutesAgo,
    }
    minutesAgo += 2 + ((lineCount(conversation) + i) % 4)
    return [planned]
  })
  const { staff, assigned = false, resolved = false, unread = false, notes = [] } = conversation
  return { customer, staff: people[staff], lines: lines.toReversed(), assigned, resolved, unread, notes }
}

const lineCount = ({ lines }: Conversation) => lines.length

const longConversationLines = 2000
const longConversationDays = 370

/** Sam buys for an office and has written every few hours for a year. The last line is an unread question. */
function planLongConversation({ sam, ishara }: People, catalogue: SeededItem[]): Planned {
  const { exchanges, colleagues, note } = longConversation
  const random = randomFrom('a long conversation')
  const pick = (count: number) => Math.floor(random() * count)
  const lines: Line[] = []
  let topic = 0
  for (let i = 0; lines.length < longConversationLines; i += 1) {
    const age = Math.round(longConversationDays * dayMinutes * (1 - i / (longConversationLines / 4))) + 43
    const available = catalogue.filter((item) => item.addedMinutesAgo > age)
    const item = available[pick(available.length)]!
    const who = pick(colleagues.length)
    const other = (who + 1 + pick(colleagues.length - 1)) % colleagues.length
    const words = { item: item.name, n: String(2 + pick(11)), who: colleagues[who]!, other: colleagues[other]! }
    // Never the same topic twice in a row.
    topic = (topic + 1 + pick(exchanges.length - 1)) % exchanges.length
    let minutesAgo = age
    // The first exchange is a line short, so that the last line of all is a question.
    for (const [turn, line] of exchanges[topic]!.slice(
      0,
      i === 0 ? 3 : longConversationLines - lines.length,
    ).entries()) {
      lines.push({
        text: fillIn(line, words),
        byStaff: turn % 2 === 1,
        ...(turn === 0 && i % 9 === 0 && { item }),
        minutesAgo,
      })
      minutesAgo -= 2 + pick(6)
    }
  }
  return { customer: sam, staff: ishara, lines, assigned: true, resolved: false, unread: true, notes: [note] }
}

/** The operations of a conversation. Each side reads what the other wrote before its own last line. */
function stepsOf(
  { customer, staff, lines, assigned, resolved, unread, notes }: Planned,
  idOf: (name: string) => string,
) {
  const steps: Step[] = []
  let lastMessageId = ''
  const read = (ctx: MutationContext, byStaff: boolean) =>
    markMessagesRead(ctx, byStaff ? staff : customer, { upTo: lastMessageId, userId: customer.id })

  const lastOfSide = [true, false].map((byStaff) => lines.findLastIndex((line) => line.byStaff === byStaff))
  lines.forEach(({ text, byStaff, item, order, minutesAgo }, i) => {
    steps.push({
      minutesAgo,
      async run(ctx) {
        if (i > 0 && lastOfSide.includes(i)) await read(ctx, byStaff)
        const orderId = order && idOf(order)
        const message = fillIn(text, {
          ...(item && { item: item.name }),
          ...(orderId && { order: `#${orderNumber(orderId)}` }),
        })
        const sent = await sendMessage(ctx, byStaff ? staff : customer, {
          message,
          item: item?.id,
          order: orderId,
          userId: customer.id,
        })
        lastMessageId = sent._id
      },
    })
  })

  const last = lines.at(-1)!
  const after = last.minutesAgo - 1
  const firstReply = lines.find((line) => line.byStaff)
  if (assigned && firstReply) {
    const assign = (ctx: MutationContext) => changeConversation(ctx, staff, customer.id, { assignee: staff.id })
    steps.push({ minutesAgo: firstReply.minutesAgo + 1, run: assign })
  }
  if (!unread) steps.push({ minutesAgo: after, run: (ctx) => read(ctx, !last.byStaff) })
  if (resolved) {
    const resolve = (ctx: MutationContext) => changeConversation(ctx, staff, customer.id, { status: 'resolved' })
    steps.push({ minutesAgo: after, run: resolve })
  }
  for (const text of notes) steps.push({ minutesAgo: after, run: (ctx) => writeNote(ctx, staff, customer.id, text) })
  return steps
}
