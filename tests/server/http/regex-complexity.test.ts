import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { draw, upload } from '../catalogue/staff-catalogue.ts'
import { mutationRoutes, type FilledServer, startFilledServer, routes } from './filled-server.ts'

// A regular expression that backtracks would take minutes on these texts, and the test would time out.
const maxLength = 60_000
const repeated = (text: string, end = '') => text.repeat(Math.floor(maxLength / text.length)) + end
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

let server: FilledServer
beforeAll(async () => {
  server = await startFilledServer()
}, 60_000)
afterAll(() => server.close())

it.each(routes)('%s validates every field in linear time', (name, { input }) => {
  const validBody = server.validBodies[name] ?? {}
  for (const field of Object.keys(input.def.shape)) {
    for (const text of texts) {
      expect(z.safeDecode(input, { ...validBody, [field]: text })).toHaveProperty('success')
      expect(z.safeDecode(input, { ...validBody, [field]: [text] })).toHaveProperty('success')
    }
  }
})

it.each(mutationRoutes.filter(([, { input }]) => hasTextField(input)))(
  '%s handles long texts sent over HTTP',
  async (name, route) => {
    const validBody = server.validBodies[name] ?? {}
    for (const text of texts.slice(0, 5)) {
      const body = Object.fromEntries(
        Object.entries(validBody).map(([field, value]) => [field, typeof value === 'string' ? text : value]),
      )
      const { status } = await server.send(route, JSON.stringify(body).slice(0, 65_000))
      // Some become valid: surrounding whitespace is trimmed.
      expect([200, 400, 401, 403, 404, 409, 413, 422]).toContain(status)
    }
  },
)

function hasTextField(input: Route['input']) {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return JSON.stringify(schema.properties).includes('"type":"string"')
}

it.each([
  ['unclosed tags', '<'.repeat(16_000)],
  ['nested tags', '<p>'.repeat(5000)],
  ['nested lists', '<ul><li>'.repeat(2000)],
  ['unterminated entities', '&amp'.repeat(4000)],
  ['an unterminated attribute', `<a href="${'x'.repeat(15_000)}`],
  ['unterminated comments', '<!--'.repeat(4000)],
  ['disguised script URLs', '<a href="java\tscript:&#x09;'.repeat(500)],
])('sanitizes a description of %s', async (_, description) => {
  const { body } = await upload(server, await draw(9, 9).png().toBuffer(), { token: server.mira.token })
  const item = {
    ...server.validBodies.createItem,
    name: 'Odd',
    description,
    logoLink: body.data.link,
    bannerLink: body.data.link,
  }
  const created = await server.send(api.createItem, item)
  expect(created.status).toBe(200)
  expect(JSON.stringify(created.body)).not.toMatch(/javascript:|java\\tscript|href=\\"x/)
})

it.each<[string, Record<string, string>]>([
  ['Authorization', { authorization: `Bearer ${'a.'.repeat(6000)}` }],
  ['Cookie', { cookie: `${'a=%;'.repeat(3000)} __Host-refresh=${'%'.repeat(2000)}` }],
  ['X-Forwarded-For', { 'x-forwarded-for': '1,'.repeat(6000) }],
  ['Idempotency-Key', { 'idempotency-key': '-'.repeat(12_000) }],
  ['Origin', { origin: `http://${'a.'.repeat(6000)}` }],
  ['Accept', { accept: 'a/b;q=0.1,'.repeat(1200) }],
  ['User-Agent', { 'user-agent': '('.repeat(12_000) }],
])('handles a very long %s header', async (_, headers) => {
  for (const route of [api.items, api.me, api.checkout, api.refresh]) {
    const { status } = await server.send(route, route.method === 'GET' ? undefined : {}, '', headers)
    expect([200, 400, 401, 403]).toContain(status)
  }
})
