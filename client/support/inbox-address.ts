import { type ConversationStatus, conversationStatuses } from '../../shared/support.ts'
import type { InboxFilter } from './store.ts'

/** What the inbox shows, as the address has it. */
export type InboxView = {
  status: ConversationStatus | 'all'
  who: 'all' | 'mine' | 'none'
  /** Only those with something that no member of staff has read. */
  unread: boolean
  q: string
}

const whose = ['all', 'mine', 'none'] as const

export function readInbox(search: string): InboxView {
  const given = new URLSearchParams(search)
  const status = conversationStatuses.find((one) => one === given.get('status'))
  return {
    status: status ?? (given.get('status') === 'all' ? 'all' : 'open'),
    who: whose.find((one) => one === given.get('who')) ?? 'all',
    unread: given.get('unread') === '1',
    q: given.get('q') ?? '',
  }
}

/** The address of the inbox, or of a conversation in it. The usual is left out. */
export function inboxAddress({ status, who, unread, q }: InboxView, customer: string | undefined) {
  const said = new URLSearchParams({
    ...(status !== 'open' && { status }),
    ...(who !== 'all' && { who }),
    ...(unread && { unread: '1' }),
    ...(q && { q }),
  })
  const path = customer ? `/admin/support/${customer}` : '/admin/support'
  return said.size > 0 ? `${path}?${said}` : path
}

export const filterOf = ({ status, who, unread, q }: InboxView, me: string): InboxFilter => ({
  ...(status !== 'all' && { status }),
  ...(who !== 'all' && { assignee: who === 'mine' ? me : 'none' }),
  ...(unread && { unread: '1' as const }),
  ...(q && { q }),
})
