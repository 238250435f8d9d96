import { getTableName, is, Table } from 'drizzle-orm'
import { expect } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { type ApiResponse, startTestServer } from '../../app.ts'
import { buildCoupon, buildItem, buildOrder, buildPaidOrder, buildStaff, buildUser, fillCart } from '../../build.ts'
import { couponInput, itemInput } from '../catalogue/staff-catalogue.ts'

export type Name = keyof typeof api
export type Json = Record<string, unknown>

export const routes = Object.entries<Route>(api) as [Name, Route][]
export const getRoutes = routes.filter(([, { method }]) => method === 'GET')
export const mutationRoutes = routes.filter(([, { method }]) => method !== 'GET')
export const withFields = (candidates: typeof routes) =>
  candidates.filter(([, { input }]) => Object.keys(input.def.shape).length > 0)

/** Starts a server whose database has rows of every kind. Requests are sent as a caller who may make them. */
export async function startFilledServer() {
  const server = await startTestServer()
  const [ada, mira, stranger] = [await buildUser(server), await buildStaff(server), await buildUser(server)]
  const item = await buildItem(server, { starsSum: 5, reviewCount: 1, rating: 500 })
  const order = await buildOrder(server, ada)
  const coupon = await buildCoupon(server)
  await buildPaidOrder(server, ada)
  await fillCart(server, ada)
  await server.app.db.insert(schema.notifications).values({ userId: ada.id, message: 'Hello' })
  await server.app.db.insert(schema.reviews).values({ itemId: item.id, userId: ada.id, stars: 5, description: 'Good' })
  await server.call('POST', '/support-chat/message', { message: 'Hello' }, { token: ada.token })
  await server.call('POST', `/admin/support/${ada.id}/notes`, { text: 'A note' }, { token: mira.token })
  await server.call('POST', '/admin/replies', { title: 'Greeting', text: 'Hello {name}' }, { token: mira.token })
  const itemSample = await itemInput(server, { category: item.categoryId })
  const couponSample = couponInput()
  /** A valid body for each route that takes one. */
  const validBodies: Partial<Record<Name, Json>> = {
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
    changeEmailPreferences: { reminders: false },
    changeCurrency: { currency: 'LKR' },
    changeDarkMode: { darkMode: true },
    changePaymentMethod: { paymentMethod: 'bank' },
    addToCart: { item: item.id, count: 1 },
    mergeCart: { lines: [{ item: item.id, count: 1 }] },
    changeCount: { count: 2 },
    checkout: { paymentMethod: 'bank' },
    applyCoupon: { couponId: coupon.id },
    requestPayment: { method: 'bank' },
    markPaid: { paymentMethod: 'bank', reference: 'CEFT', discountAmount: 0 },
    changeReference: { reference: 'CEFT 2' },
    reject: { reason: 'Nothing came' },
    complete: { delivery: 'Here it is' },
    changeDelivery: { delivery: 'Here is another' },
    refund: { reason: 'As agreed' },
    reopen: { reason: 'The money came late' },
    unverify: { reason: 'The wrong order' },
    recordPayment: { source: 'manual', currency: 'LKR', amount: '7432' },
    pauseChain: { on: true },
    changePayment: { dismiss: 'Not ours' },
    writeReview: { item: item.id, stars: 4, description: 'Good' },
    changeReview: { item: item.id, stars: 4, description: 'Good' },
    createReferral: { code: 'ADA' },
    redeemReferral: { code: 'ADA', userId: ada.id },
    createItem: itemSample,
    changeItem: { ...itemSample, updatedAt: item.updatedAt.toISOString() },
    addOrderNote: { text: 'Called the bank' },
    correctPoints: { points: 5, reason: 'For the wait' },
    endSessions: {},
    resetSecondFactor: { code: '123456' },
    sendMessage: { message: 'Hello', userId: ada.id, clientId: 'c1' },
    changeConversation: { status: 'open', assignee: null },
    writeNote: { text: 'A note' },
    addReply: { title: 'Another', text: 'Hello {name}' },
    changeReply: { title: 'Greeting', text: 'Hello {name}' },
    createCategory: { name: 'Music' },
    renameCategory: { name: 'Music' },
    sortCategories: { ids: [] },
    createCoupon: couponSample,
    changeCoupon: couponSample,
    changeStatementLine: { ignore: true },
    applyStatement: { lines: [order._id] },
  }

  const callerOf = ({ access }: Route) => (access === 'staff' ? mira : access === 'customer' ? ada : undefined)
  const pathOf = ({ path }: Route, id: string = order._id) => path.replace(/:\w+/g, id)
  const send = (route: Route, body?: unknown, query = '', headers: Record<string, string> = {}) =>
    server.call<Json>(route.method, pathOf(route) + query, body, { token: callerOf(route)?.token, headers })

  /** All rows, by table. */
  async function readAllRows() {
    const tables = Object.values(schema).filter((table) => is(table, Table)) as (typeof schema.users)[]
    const rows = tables.map(async (table) => [getTableName(table), await server.app.db.select().from(table)])
    return Object.fromEntries(await Promise.all(rows)) as Record<string, unknown[]>
  }
  const before = await readAllRows()
  /** The tables that have changed since the server was started. */
  async function changedTables() {
    const after = await readAllRows()
    return Object.keys(before).filter((table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]))
  }

  return { ...server, ada, mira, stranger, order, validBodies, callerOf, pathOf, send, changedTables }
}

export type FilledServer = Awaited<ReturnType<typeof startFilledServer>>

/** Expects an error response in the usual shape, with one readable sentence and no internals. */
export function expectError(response: ApiResponse, status: number, error?: string) {
  expect({ status: response.status, ...response.body }).toMatchObject({
    status,
    success: false,
    ...(error && { error }),
  })
  const { message, error: code, requestId } = response.body
  expect(message).toMatch(/^[A-Z\w][^\n]{2,200}$/)
  expect(message).not.toMatch(/undefined|\[object|Error\b|Zod|SQL|select \*|node_modules/)
  expect(code).toMatch(/^[a-z_]+$/)
  expect(requestId).toMatch(/^\w+$/)
  expect(response.headers.get('x-request-id')).toBe(requestId)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
}
