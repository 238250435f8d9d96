import type { staffSupportRoutes } from '../../shared/support/staff-routes.ts'
import type { Handlers } from '../http/serve.ts'
import { changeConversation } from './change-conversation.ts'
import { listConversations } from './list-conversations.ts'
import { listStaff } from './list-staff.ts'
import { deleteNote, writeNote } from './notes.ts'
import { readConversation } from './read-conversation.ts'
import { addReply, changeReply, deleteReply, listReplies } from './saved-replies.ts'

export const staffSupportHandlers: Handlers<typeof staffSupportRoutes> = {
  conversations: (filters, { app }) => listConversations(app.db, filters),
  conversation: async ({ userId }, { app }) => ({ data: await readConversation(app.db, userId) }),
  changeConversation: ({ userId, ...changes }, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await changeConversation(ctx, me.user, userId, changes),
      message: 'Conversation updated',
    })),
  writeNote: ({ userId, text }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await writeNote(ctx, me.user, userId, text), message: 'Note added' })),
  deleteNote: ({ userId, id }, { me, mutate }) =>
    mutate(async (ctx) => {
      await deleteNote(ctx, me.user, userId, id)
      return { message: 'Note deleted' }
    }),
  supportStaff: async (_, { app }) => ({ data: await listStaff(app.db) }),
  replies: async (_, { app }) => ({ data: await listReplies(app.db) }),
  addReply: (reply, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await addReply(ctx, me.user, reply), message: 'Reply saved' })),
  changeReply: ({ id, ...reply }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await changeReply(ctx, me.user, id, reply), message: 'Reply saved' })),
  deleteReply: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => {
      await deleteReply(ctx, me.user, id)
      return { message: 'Reply deleted' }
    }),
}
