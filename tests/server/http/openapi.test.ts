import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { OpenApi } from '../../../server/http/describe.ts'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { type Call, type Described, readDescription, readDocument } from './description.ts'

type Name = keyof typeof api
type Json = Record<string, unknown>

let store: TestStore
let document: OpenApi
let described: Described
beforeAll(async () => {
  store = await openTestStore()
  document = await readDocument(store)
  described = await readDescription(store)
})
afterAll(() => store.close())

describe('openapi.json', () => {
  test('is an OpenAPI 3.1 document of this store', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Kade' },
      servers: [{ url: `${store.env.publicUrl}/api` }],
    })
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(document.components.securitySchemes.session).toEqual({ type: 'http', scheme: 'bearer' })
    expect(Object.keys(document.paths).every((path) => /^(\/[a-z-]+|\/\{\w+\})+$/.test(path))).toBe(true)
  })

  test('has every call of the contract, and no other', () => {
    const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods) as unknown as Call[])
    // A picture is no JSON, so that its call is none of the contract's.
    const all = [...Object.keys(api), 'uploadPicture']
    expect(calls.map((call) => call.operationId).toSorted()).toEqual(all.toSorted())
  })

  test.each(Object.entries<Route>(api))('%s is described whole', (name, route) => {
    const call = described(name as Name)
    const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, id]) => id)
    expect(call.parameters.filter((one) => one.in === 'path').map((one) => [one.name, one.required])).toEqual(
      ids.map((id) => [id, true]),
    )
    const fields = Object.keys(route.input.def.shape)
    const inQuery = call.parameters.filter((one) => one.in === 'query').map((one) => one.name)
    const inBody = Object.keys(call.requestBody?.content['application/json'].schema.properties ?? {})
    expect(route.method === 'GET' ? inQuery : inBody).toEqual(fields)
    expect(route.method === 'GET' ? inBody : inQuery).toEqual([])
    expect(call['x-who']).toBe(route.who)
    expect('security' in call).toBe(route.who !== 'anyone')
    expect(call.parameters.some((one) => one.name === 'Idempotency-Key')).toBe(route.idempotent)
    const { properties, required } = call.responses[200].content['application/json'].schema as {
      properties: Json
      required: string[]
    }
    expect(Object.keys(properties)).toEqual(['success', ...Object.keys(route.output.def.shape)])
    expect(required).toContain('success')
    expect(JSON.stringify(call)).not.toMatch(/undefined|\[object/)
  })

  test('refers to nothing that it has not', () => {
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas).toHaveProperty(name!)
    }
    expect(text).not.toContain('"$ref":"#/$defs')
  })

  test('says amounts in dollars and times in ISO 8601', () => {
    const order = JSON.stringify(described('order').responses[200])
    expect(order).toMatch(/"total":\{"type":"number"/)
    expect(order).toMatch(/"createdAt":\{"type":"string","format":"date-time"/)
  })

  test('describes refusals as they are', async () => {
    const refused = await store.call('GET', '/auth/me')
    const schema = z.fromJSONSchema(document.components.schemas.Refusal as never)
    expect(schema.safeParse(refused.body).error).toBeUndefined()
    expect(schema.safeParse({ success: false }).success).toBe(false)
  })
})

test('the page to read it is served, with a policy that lets nothing run', async () => {
  const page = await store.app.request('http://localhost/api/docs')
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const html = await page.text()
  for (const name of Object.keys(api)) expect(html).toContain(`<section id="${name}">`)
  expect(html).not.toContain('<script')
})
