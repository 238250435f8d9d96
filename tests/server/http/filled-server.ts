import { getTableName, is, Table } from 'drizzle-orm'
import { expect } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { type Answered, openTestStore } from '../../app.ts'
import { buildCoupon, buildItem, buildOrder, buildPaidOrder, buildStaff, buildUser, fillCart } from '../../build.ts'
import { writtenCoupon, writtenItem } from '../staff/catalogue.ts'

export type Name = keyof typeof api
export type Json = Record<string, unknown>

export const routes = Object.entries<Route>(api) as [Name, Route][]
export const reads = routes.filter(([, { method }]) => method === 'GET')
export const changes = routes.filter(([, { method }]) => method !== 'GET')
export const withFields = (some: typeof routes) =>
  some.filter(([, { input }]) => Object.keys(input.def.shape).length > 0)

/** A store with something of everything, and whatever is sent to it. */
export async function openFilledStore() {
  const store = await openTestStore()
  const [ada, mira, stranger] = [await buildUser(store), await buildStaff(store), await buildUser(store)]
  const item = await buildItem(store)
  const order = await buildOrder(store, ada)
  const coupon = await buildCoupon(store)
  await buildPaidOrder(store, ada)
  await fillCart(store, ada)
  await store.store.db.insert(schema.notifications).values({ userId: ada.id, message: 'Hello' })
  await store.store.db.insert(schema.reviews).values({ itemId: item.id, userId: ada.id, stars: 5, description: 'Good' })
  await store.call('POST', '/support-chat/message', { message: 'Hello' }, { token: ada.token })
  await store.call('POST', `/admin/support/${ada.id}/notes`, { text: 'A note' }, { token: mira.token })
  await store.call('POST', '/admin/replies', { title: 'Greeting', text: 'Hello {name}' }, { token: mira.token })
  const itemSample = await writtenItem(store, { category: item.categoryId })
  const couponSample = writtenCoupon()
  /** What each call with a body takes, as it would be sent by a person. */
  const good: Partial<Record<Name, Json>> = {
    register: { firstName: 'Eve', lastName: 'Silva', email: 'eve@example.com', password: 'a good one' },
    signIn: { email: ada.email, password: 'a good one' },
    changePassword: { oldPassword: 'a good one', newPassword: 'a better one' },
    updateProfile: { firstName: 'Ada', lastName: 'Silva', email: ada.email, phone: '+94-771234567' },
    forgotPassword: { email: ada.email },
    resetPassword: { token: 'none', password: 'a better one' },
    confirmEmail: { token: 'none' },
    endOwnSessions: { password: 'a good one' },
    confirmSecondFactor: { password: 'a good one', code: '123456' },
    removeSecondFactor: { password: 'a good one', code: '123456' },
    changeCurrency: { currency: 'LKR' },
    changeDarkMode: { darkMode: true },
    addToCart: { item: item.id, count: 1 },
    changeCount: { count: 2 },
    checkout: { paymentMethod: 'bank' },
    applyCoupon: { couponId: coupon.id },
    markPaid: { paymentMethod: 'bank', reference: 'CEFT', discountAmount: 0 },
    reject: { reason: 'Nothing came' },
    complete: { delivery: 'Here it is' },
    refund: { reason: 'As agreed' },
    writeReview: { item: item.id, stars: 4, description: 'Good' },
    changeReview: { item: item.id, stars: 4, description: 'Good' },
    createReferral: { code: 'ADA' },
    useReferral: { code: 'ADA', userId: ada.id },
    createItem: itemSample,
    changeItem: { ...itemSample, updatedAt: item.updatedAt.toISOString() },
    addOrderNote: { text: 'Called the bank' },
    correctPoints: { points: 5, reason: 'For the wait' },
    endSessions: {},
    sendMessage: { message: 'Hello', userId: ada.id, clientId: 'c1' },
    changeConversation: { status: 'open', assignee: null },
    writeNote: { text: 'A note' },
    addReply: { title: 'Another', text: 'Hello {name}' },
    changeReply: { title: 'Greeting', text: 'Hello {name}' },
    createCategory: { name: 'Music' },
    renameCategory: { name: 'Music' },
    orderCategories: { ids: [] },
    createCoupon: couponSample,
    changeCoupon: couponSample,
  }

  const callerOf = ({ who }: Route) => (who === 'staff' ? mira : who === 'customer' ? ada : undefined)
  const pathOf = ({ path }: Route, id: string = order._id) => path.replace(/:\w+/g, id)
  const send = (route: Route, body?: unknown, query = '', headers: Record<string, string> = {}) =>
    store.call<Json>(route.method, pathOf(route) + query, body, { token: callerOf(route)?.token, headers })

  /** All that the database holds. */
  async function everyRow() {
    const tables = Object.values(schema).filter((one) => is(one, Table)) as (typeof schema.users)[]
    const rows = tables.map(async (one) => [getTableName(one), await store.store.db.select().from(one)])
    return Object.fromEntries(await Promise.all(rows)) as Record<string, unknown[]>
  }
  const before = await everyRow()
  /** The names of the tables that are not as they were in the beginning. */
  async function changedTables() {
    const after = await everyRow()
    return Object.keys(before).filter((table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]))
  }

  return { ...store, ada, mira, stranger, order, good, callerOf, pathOf, send, changedTables }
}

export type FilledStore = Awaited<ReturnType<typeof openFilledStore>>

/** Refused with one sentence, in the one shape; and nothing of the inside is told. */
export function expectRefused(answer: Answered, status: number, error?: string) {
  expect({ status: answer.status, ...answer.body }).toMatchObject({ status, success: false, ...(error && { error }) })
  const { message, error: code, requestId } = answer.body
  expect(message).toMatch(/^[A-Z\w][^\n]{2,200}$/)
  expect(message).not.toMatch(/undefined|\[object|Error\b|Zod|SQL|select \*|node_modules/)
  expect(code).toMatch(/^[a-z_]+$/)
  expect(requestId).toMatch(/^\w+$/)
  expect(answer.headers.get('x-request-id')).toBe(requestId)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
}
