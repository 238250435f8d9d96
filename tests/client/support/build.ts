import type { SupportMessage } from '../../../shared/support/schema.ts'
import type { Conversation, SupportNote } from '../../../shared/support/staff-schema.ts'
import { at } from '../build.ts'

export const ada = { _id: 'u1', firstName: 'Ada', isAdmin: false }
export const mira = { _id: 's1', firstName: 'Mira', isAdmin: true }

export const buildMessage = (seq: number, fields: Partial<SupportMessage> = {}): SupportMessage => ({
  _id: `m${seq}`,
  seq,
  message: `Message ${seq}`,
  sender: ada,
  item: null,
  order: null,
  read: false,
  createdAt: at + seq * 1000,
  clientId: null,
  ...fields,
})

export const buildNote = (fields: Partial<SupportNote> = {}): SupportNote => ({
  _id: 'n1',
  userId: 'u1',
  text: 'Careful',
  author: { _id: 's1', firstName: 'Mira' },
  createdAt: at,
  ...fields,
})

export const buildConversation = (_id: string, fields: Partial<Conversation> = {}): Conversation => ({
  _id,
  visitor: false,
  customer: { _id, firstName: 'Ada', lastName: 'Fernando', email: `${_id}@example.com` },
  status: 'open',
  assignee: null,
  waitingSince: at,
  lastMessage: { _id: 'm1', seq: 1, text: 'Hello', byStaff: false, name: 'Ada' },
  lastMessageAt: at,
  unread: 1,
  customerUnread: 0,
  createdAt: at,
  ...fields,
})
