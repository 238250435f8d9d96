import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { OpenApi } from '../../../server/http/openapi.ts'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { type OperationByName, readDocument, readOperations, responseSchema } from './openapi.ts'

type Name = keyof typeof api
type Json = Record<string, unknown>

let server: TestServer
let document: OpenApi
let operationOf: OperationByName
beforeAll(async () => {
  server = await startTestServer()
  document = await readDocument(server)
  operationOf = await readOperations(server)
})
afterAll(() => server.close())

describe('openapi.json', () => {
  it('is an OpenAPI 3.1 document of this server', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Kade' },
      servers: [{ url: `${server.env.publicUrl}/api` }],
    })
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(document.components.securitySchemes.session).toEqual({ type: 'http', scheme: 'bearer' })
    expect(Object.keys(document.paths).every((path) => /^(\/[a-z-]+|\/\{\w+\})+$/.test(path))).toBe(true)
  })

  it('describes every route of the contract and the upload', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    // Uploads and the pages of an unsubscribe link aren't JSON, so they are outside the contract.
    const names = [
      ...Object.keys(api),
      'uploadPicture',
      'uploadProof',
      'openProof',
      'uploadStatement',
      'unsubscribe',
      'unsubscribePage',
    ]
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted())
  })

  it.each(Object.entries<Route>(api))('describes %s completely', (name, route) => {
    const operation = operationOf(name as Name)
    const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, id]) => id)
    expect(
      operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => [parameter.name, parameter.required]),
    ).toEqual(ids.map((id) => [id, true]))
    const fields = Object.keys(route.input.def.shape)
    const inQuery = operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => parameter.name)
    const inBody = Object.keys(operation.requestBody?.content['application/json']!.schema.properties ?? {})
    expect(route.method === 'GET' ? inQuery : inBody).toEqual(fields)
    expect(route.method === 'GET' ? inBody : inQuery).toEqual([])
    expect(operation['x-access']).toBe(route.access)
    expect('security' in operation).toBe(route.access !== 'public')
    expect(operation.parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(Boolean(route.idempotent))
    const { properties, required } = responseSchema(operation) as {
      properties: Json
      required: string[]
    }
    expect(Object.keys(properties)).toEqual(['success', ...Object.keys(route.output.def.shape)])
    expect(required).toContain('success')
    expect(JSON.stringify(operation)).not.toMatch(/undefined|\[object/)
  })

  it('has every schema that it references', () => {
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas).toHaveProperty(name!)
    }
    expect(text).not.toContain('"$ref":"#/$defs')
  })

  it('describes amounts as dollars and times as ISO 8601', () => {
    const order = JSON.stringify(operationOf('order').responses[200])
    expect(order).toMatch(/"total":\{"type":"number"/)
    expect(order).toMatch(/"createdAt":\{"type":"string","format":"date-time"/)
  })

  it('describes error responses as they are sent', async () => {
    const response = await server.call('GET', '/auth/me')
    const schema = z.fromJSONSchema(document.components.schemas.Error as never)
    expect(schema.safeParse(response.body).error).toBeUndefined()
    expect(schema.safeParse({ success: false }).success).toBe(false)
  })
})

it('serves the reference as a page without scripts', async () => {
  const page = await server.router.request('http://localhost/api/docs')
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const html = await page.text()
  for (const name of Object.keys(api)) expect(html).toContain(`<section id="${name}">`)
  expect(html).not.toContain('<script')
})

describe.each(['/api/docs', '/api/openapi.json'])('%s', (path) => {
  const get = (headers: Record<string, string> = {}, from = server) =>
    from.router.request(`http://localhost${path}`, { headers })
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  it('is compressed as the client accepts it', async () => {
    const plain = await get()
    expect(plain.headers.get('content-encoding')).toBeNull()
    const text = await plain.text()
    const brotli = await get({ 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(brotli.headers.get('content-type')).toBe(plain.headers.get('content-type'))
    expect(brotli.headers.get('vary')).toBe('accept-encoding')
    const bytes = await bytesOf(brotli)
    expect(bytes.length).toBeLessThan(text.length / 8)
    expect(brotliDecompressSync(bytes).toString()).toBe(text)
    const gzip = await get({ 'accept-encoding': 'br;q=0, GZIP;q=0.5' })
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(text)
    expect((await get({ 'accept-encoding': 'gzip;q=0.0, identity' })).headers.get('content-encoding')).toBeNull()
  })

  it('is not sent again to a client that has it', async () => {
    const first = await get({ 'accept-encoding': 'br' })
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    for (const header of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const second = await get({ 'if-none-match': header, 'accept-encoding': 'br' })
      expect([second.status, (await bytesOf(second)).length, second.headers.get('etag')]).toEqual([304, 0, etag])
    }
    expect((await get({ 'if-none-match': 'W/"other"' })).status).toBe(200)
  })

  it('can be fetched 30 times a minute from one address', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
    const from = (address: string) => get({ 'x-forwarded-for': address }, limited)
    const now = Date.now() + 60_000
    for (let n = 0; n < 29; n += 1) void limited.app.rateLimits.consume('docs', { address: '203.0.113.1' }, now)
    expect((await from('203.0.113.1')).status).toBe(200)
    const refused = await from('203.0.113.1')
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([429, 'too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('203.0.113.2')).status).toBe(200)
    await limited.close()
  })
})
