import { useEffect, useEffectEvent, useState } from 'react'
import type { Conversation } from '../../../shared/support/staff-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { formatMomentInText } from '../../lib/format-date.ts'
import { useAct } from '../../lib/use-act.ts'
import { useToast } from '../../ui/toast.tsx'
import { changeConversation } from './actions.ts'
import { useChangedElsewhere } from './use-changed-elsewhere.ts'

/**
 * Assigns, resolves, reopens and puts off the open conversation. The acts of the keyboard don't act on a state that someone
 * else has just made; pressed again, they do.
 * @param userId whose conversation it is, also before it has a message
 * @param onResolved called with its id
 */
export function useConversationActs(
  conversation: Conversation | undefined,
  userId: string | undefined,
  onResolved: (id: string) => void,
) {
  const client = useClient()
  const toast = useToast()
  const me = useStore((state) => state.accounts.user?._id ?? '')
  const { isStatusChanged, isAssigneeChanged, accept } = useChangedElsewhere(conversation)

  const { run: assign } = useAct(
    async (assignee: string | null) => {
      if (userId) accept((await changeConversation(client, userId, { assignee })).data)
    },
    { failed: 'The conversation could not be assigned' },
  )
  const { run: remind } = useAct(
    async (remindAt: number | null) => {
      if (!userId) return
      // One that has come back is put off.
      const isOpen = remindAt !== null && conversation?.status === 'open'
      accept((await changeConversation(client, userId, { remindAt, ...(isOpen && { status: 'waiting' }) })).data)
      const done = remindAt === null ? 'Reminder cancelled' : `Comes back ${formatMomentInText(remindAt)}`
      toast(done, { type: 'success' })
    },
    { failed: 'The reminder could not be changed' },
  )
  const [changing, setChanging] = useState<Conversation['status']>()
  const [isAgain, setAgain] = useState(false)
  const { run: resolve, busy } = useAct(
    async () => {
      if (!conversation) return
      setChanging(conversation.status)
      const status = conversation.status === 'resolved' ? 'open' : 'resolved'
      accept((await changeConversation(client, conversation._id, { status })).data)
      if (status === 'resolved') onResolved(conversation._id)
    },
    { failed: 'The conversation could not be changed' },
  )

  function resolveByKey() {
    // The event of the change can arrive before its answer, and is what the user has seen.
    if (busy) return setAgain(conversation?.status !== changing)
    if (!isStatusChanged) return resolve()
    accept(conversation)
    const [done, next] = conversation?.status === 'resolved' ? ['resolved', 'reopen'] : ['reopened', 'resolve']
    toast(`This conversation was ${done} meanwhile. Press e again to ${next} it.`, { type: 'warning' })
  }
  const resolveAgain = useEffectEvent(() => {
    setAgain(false)
    resolveByKey()
  })
  useEffect(() => {
    if (isAgain && !busy) resolveAgain()
  }, [isAgain, busy])
  function assignByKey() {
    const colleague = conversation?.assignee
    if (!isAssigneeChanged || !colleague || colleague._id === me) return assign(me)
    accept(conversation)
    toast(`${colleague.firstName} has taken this conversation. Press a again to take it over.`, { type: 'warning' })
  }

  return { assign, remind, resolve, resolveByKey, assignByKey }
}
