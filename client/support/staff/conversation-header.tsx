import { Check, RotateCcw, UserRound } from 'lucide-react'
import { type Conversation, conversationLabels, type SupportCustomer } from '../../shared/support.ts'
import { useClient, useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Select } from '../ui/input.tsx'
import { useLoad } from '../use-load.ts'
import { loadColleagues } from './staff-actions.ts'

export interface ConversationHeadProps {
  customer: SupportCustomer
  /** null before anybody wrote. */
  conversation: Conversation | null
  onAssign: (to: string | null) => void
  /** Resolves it, or opens it again. */
  onResolve: () => void
  /** Shows the customer and their orders, where they have no column. */
  onCustomer: () => void
}

const tones = { open: 'waiting', waiting: 'slate', resolved: 'good' } as const

/** Whose conversation it is, in whose hands, and where it stands. */
export function ConversationHead(props: ConversationHeadProps) {
  const { customer, conversation, onAssign, onResolve, onCustomer } = props
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id)
  const colleagues = useStore((state) => state.support.colleagues)
  useLoad('support/staff', (signal) => loadColleagues(client, signal))
  const assignee = conversation?.assignee ?? null
  const known = colleagues ?? []
  // Somebody who is no longer staff may still have it.
  const others = assignee && !known.some(({ _id }) => _id === assignee._id) ? [...known, assignee] : known

  return (
    <header className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
      <h2 className="min-w-0 truncate text-base max-wide:sr-only">
        {customer.firstName} {customer.lastName}
      </h2>
      {conversation && (
        <Badge tone={tones[conversation.status]} className="max-sm:hidden">
          {conversation.status === 'waiting' ? 'Waiting' : conversationLabels[conversation.status]}
        </Badge>
      )}
      <div className="ml-auto flex items-center gap-2">
        {conversation && (
          <>
            <Select
              aria-label="Assigned to"
              className="inbox-select w-34 max-wide:w-40"
              value={assignee?._id ?? ''}
              onChange={(event) => onAssign(event.target.value || null)}
            >
              <option value="">Unassigned</option>
              {others.map(({ _id, firstName }) => (
                <option key={_id} value={_id}>
                  {_id === me ? `${firstName} (you)` : firstName}
                </option>
              ))}
            </Select>
            <Button size="small" icon={conversation.status === 'resolved' ? RotateCcw : Check} onClick={onResolve}>
              {conversation.status === 'resolved' ? 'Reopen' : 'Resolve'}
            </Button>
          </>
        )}
        <IconButton
          icon={UserRound}
          size="small"
          label="Customer and orders"
          className="xl:hidden"
          onClick={onCustomer}
        />
      </div>
    </header>
  )
}
