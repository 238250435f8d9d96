import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { draw, upload } from '../staff/catalogue.ts'
import { changes, type FilledStore, openFilledStore, routes } from '../bad-input/filled-store.ts'

// An expression that goes back over a text again and again would take minutes over these: the test would not end.
const most = 60_000
const repeated = (text: string, end = '') => text.repeat(Math.floor(most / text.length)) + end
const texts = [
  repeated('a', '!'),
  repeated(' ', 'x'),
  repeated('\t\n '),
  repeated('a@a.', '@'),
  `a@${repeated('a.')}`,
  repeated('0', 'x'),
  `+${repeated('1-')}`,
  repeated('-'),
  `/media/${repeated('a.')}`,
  repeated('2026-01-01T'),
  repeated('%'),
  repeated('\\'),
  repeated('🛒'),
]

let store: FilledStore
beforeAll(async () => {
  store = await openFilledStore()
}, 60_000)
afterAll(() => store.close())

test.each(routes)('%s: the forms of its fields', (name, { input }) => {
  const good = store.good[name] ?? {}
  for (const field of Object.keys(input.def.shape)) {
    for (const text of texts) {
      expect(z.safeDecode(input, { ...good, [field]: text })).toHaveProperty('success')
      expect(z.safeDecode(input, { ...good, [field]: [text] })).toHaveProperty('success')
    }
  }
})

test.each(changes.filter(([, { input }]) => 'string' in typesOf(input)))(
  '%s: sent through the door',
  async (name, route) => {
    const good = store.good[name] ?? {}
    for (const text of texts.slice(0, 5)) {
      const body = Object.fromEntries(
        Object.entries(good).map(([field, value]) => [field, typeof value === 'string' ? text : value]),
      )
      const { status } = await store.send(route, JSON.stringify(body).slice(0, 65_000))
      // Blanks around a text do not count: of so many, one sign may be left that is a good one.
      expect([200, 400, 401, 403, 404, 409, 413, 422]).toContain(status)
    }
  },
)

/** The kinds of its fields, with none left out that is text in the end. */
function typesOf(input: Route['input']): Record<string, true> {
  const kinds = Object.values(input.def.shape).map((field) =>
    JSON.stringify(z.toJSONSchema(field as z.ZodMiniType, { io: 'input', unrepresentable: 'any' })),
  )
  return Object.fromEntries(kinds.flatMap((kind) => (kind.includes('"string"') ? [['string', true] as const] : [])))
}

test.each([
  ['tags that never end', '<'.repeat(16_000)],
  ['tags within tags', '<p>'.repeat(5000)],
  ['lists within lists', '<ul><li>'.repeat(2000)],
  ['signs that mean others', '&amp'.repeat(4000)],
  ['an attribute that never ends', `<a href="${'x'.repeat(15_000)}`],
  ['comments that never end', '<!--'.repeat(4000)],
  ['addresses of many kinds', '<a href="java\tscript:&#x09;'.repeat(500)],
])('a description of %s', async (_, description) => {
  const { body } = await upload(store, await draw(9, 9).png().toBuffer(), { token: store.mira.token })
  const item = {
    ...store.good.createItem,
    name: 'Odd',
    description,
    logoLink: body.data.link,
    bannerLink: body.data.link,
  }
  const made = await store.send(api.createItem, item)
  expect(made.status).toBe(200)
  expect(JSON.stringify(made.body)).not.toMatch(/javascript:|java\\tscript|href=\\"x/)
})

test.each<[string, Record<string, string>]>([
  ['authorization', { authorization: `Bearer ${'a.'.repeat(6000)}` }],
  ['the cookie', { cookie: `${'a=%;'.repeat(3000)} __Host-refresh=${'%'.repeat(2000)}` }],
  ['where it came through', { 'x-forwarded-for': '1,'.repeat(6000) }],
  ['the key', { 'idempotency-key': '-'.repeat(12_000) }],
  ['the origin', { origin: `http://${'a.'.repeat(6000)}` }],
  ['what is accepted', { accept: 'a/b;q=0.1,'.repeat(1200) }],
  ['the browser', { 'user-agent': '('.repeat(12_000) }],
])('a header without end: %s', async (_, headers) => {
  for (const route of [api.items, api.me, api.checkout, api.refresh]) {
    const { status } = await store.send(route, route.method === 'GET' ? undefined : {}, '', headers)
    expect([200, 400, 401, 403]).toContain(status)
  }
})
