import {
  type ConversationCounts,
  type ConversationStatus,
  conversationStatuses,
} from '../../../shared/support/staff-schema.ts'
import type { InboxFilter } from './state.ts'

/** The inbox's filter as it is kept in the URL. */
export type InboxView = {
  status: ConversationStatus | 'all'
  /** `all`, `mine`, `none`, or the id of a colleague. */
  assigned: string
  /** Only conversations with messages that no member of staff has read. */
  unread: boolean
  q: string
}

const isAssigned = (who: string | null): who is string => who !== null && /^[\w-]{1,64}$/.test(who)

/** Reads the view from a URL's query string; anything unknown is ignored. */
export function parseInboxView(search: string): InboxView {
  const params = new URLSearchParams(search)
  const who = params.get('who')
  const status = conversationStatuses.find((one) => one === params.get('status'))
  return {
    status: status ?? (params.get('status') === 'all' ? 'all' : 'open'),
    assigned: isAssigned(who) ? who : 'all',
    unread: params.get('unread') === '1',
    q: params.get('q') ?? '',
  }
}

/** The URL of the inbox, or of a conversation in it. Defaults are left out. */
export function inboxUrl({ status, assigned, unread, q }: InboxView, customer: string | undefined) {
  const params = new URLSearchParams({
    ...(status !== 'open' && { status }),
    ...(assigned !== 'all' && { who: assigned }),
    ...(unread && { unread: '1' }),
    ...(q && { q }),
  })
  const path = customer ? `/admin/support/${customer}` : '/admin/support'
  return params.size > 0 ? `${path}?${params}` : path
}

/** How many filters are set, besides the status and search. */
export const countInboxFilters = ({ assigned, unread }: InboxView) => Number(assigned !== 'all') + Number(unread)

export const isFiltered = (view: InboxView) => view.q !== '' || countInboxFilters(view) > 0

export const inboxFilter = ({ status, assigned, unread, q }: InboxView, me: string): InboxFilter => ({
  ...(status !== 'all' && { status }),
  ...(assigned !== 'all' && { assignee: assigned === 'mine' ? me : assigned }),
  ...(unread && { unread: '1' as const }),
  ...(q && { q }),
})

/** How many conversations a tab has. */
export const countInTab = (counts: ConversationCounts, status: InboxView['status']) =>
  status === 'all' ? counts.open + counts.waiting + counts.resolved : counts[status]
