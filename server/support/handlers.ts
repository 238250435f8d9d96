import type { staffSupportRoutes, supportRoutes } from '../../shared/support-calls.ts'
import type { Handlers } from '../http/serve.ts'
import { changeConversation, listStaff } from './change-conversation.ts'
import { listConversations } from './list-conversations.ts'
import { listMessages } from './list-messages.ts'
import { deleteNote, writeNote } from './notes.ts'
import { readConversation } from './read-conversation.ts'
import { readMessages } from './read.ts'
import { addReply, changeReply, deleteReply, listReplies } from './saved-replies.ts'
import { sendMessage } from './send.ts'

export const supportHandlers: Handlers<typeof supportRoutes> = {
  supportChat: (asked, { store, me }) => listMessages(store.db, me.user, asked),
  sendMessage: (written, { me, change }) =>
    change(async (making) => ({ message: await sendMessage(making, me.user, written) })),
  readMessages: ({ id }, { me, change }) =>
    change(async (making) => ({ unread: await readMessages(making, me.user, { upTo: id }) })),
}

export const staffSupportHandlers: Handlers<typeof staffSupportRoutes> = {
  conversations: (filters, { store }) => listConversations(store.db, filters),
  conversation: async ({ userId }, { store }) => ({ data: await readConversation(store.db, userId) }),
  changeConversation: ({ userId, ...wanted }, { me, change }) =>
    change(async (making) => ({
      data: await changeConversation(making, me.user, userId, wanted),
      message: 'Conversation updated',
    })),
  writeNote: ({ userId, text }, { me, change }) =>
    change(async (making) => ({ data: await writeNote(making, me.user, userId, text), message: 'Note added' })),
  deleteNote: ({ userId, id }, { me, change }) =>
    change(async (making) => {
      await deleteNote(making, me.user, userId, id)
      return { message: 'Note deleted' }
    }),
  supportStaff: async (_, { store }) => ({ data: await listStaff(store.db) }),
  replies: async (_, { store }) => ({ data: await listReplies(store.db) }),
  addReply: (reply, { me, change }) =>
    change(async (making) => ({ data: await addReply(making, me.user, reply), message: 'Reply saved' })),
  changeReply: ({ id, ...reply }, { me, change }) =>
    change(async (making) => ({ data: await changeReply(making, me.user, id, reply), message: 'Reply saved' })),
  deleteReply: ({ id }, { me, change }) =>
    change(async (making) => {
      await deleteReply(making, me.user, id)
      return { message: 'Reply deleted' }
    }),
}
