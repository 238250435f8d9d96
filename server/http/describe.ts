import { Hono } from 'hono'
import * as z from 'zod/mini'
import packageJson from '../../package.json' with { type: 'json' }
import { api } from '../../shared/api.ts'
import type { Route } from '../../shared/contract.ts'
import type { Store } from '../store.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { describeUpload } from './uploads.ts'

/** The API's description, made from the schemas that check the requests, and a page to read it. */
export function describeApi(store: Store) {
  const document = openApi(store.env.publicUrl)
  const app = new Hono()
  // Written out once: everybody may ask for them.
  const [text, page] = [JSON.stringify(document), docsPage(document)]
  app.get('/openapi.json', (c) => c.body(text, 200, { 'content-type': 'application/json' }))
  app.get('/docs', (c) => c.html(page, 200, { 'content-security-policy': docsPolicy }))
  return app
}

export type OpenApi = ReturnType<typeof openApi>
type Schema = Record<string, unknown>

/** The OpenAPI 3.1 document of every call. */
export function openApi(publicUrl: string) {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const [name, route] of Object.entries<Route>(api)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(name, route) }
  }
  paths['/admin/pictures'] = { post: describeUpload(refused) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kade',
      version: packageJson.version,
      description: 'An online store paid by manual transfer and verified live.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: refusal },
    },
  }
}

const refusal = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'One sentence for people.' },
    error: { type: 'string', description: 'A stable code for programs.' },
    requestId: { type: 'string' },
  },
  required: ['success', 'message', 'error', 'requestId'],
}

const refused = {
  description: 'Refused; nothing was changed',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}

function describe(name: string, route: Route): Schema {
  const input = onTheWire(route.input)
  const output = onTheWire(route.output)
  const properties = { success: { const: true }, ...(output.properties as Schema) }
  const required = ['success', ...((output.required as string[] | undefined) ?? [])]
  return {
    operationId: name,
    summary: route.summary,
    'x-who': route.who,
    ...(route.who !== 'anyone' && { security: [{ session: [] }] }),
    parameters: parametersOf(route, input),
    ...(route.method !== 'GET' &&
      Object.keys(input.properties as Schema).length > 0 && {
        requestBody: { required: true, content: { 'application/json': { schema: input } } },
      }),
    responses: {
      200: {
        description: 'Done',
        headers: { 'X-Stream-Position': { schema: { type: 'string' } } },
        content: {
          ...(route.download && { [route.download]: { schema: { type: 'string' } } }),
          'application/json': { schema: { type: 'object', properties, required } },
        },
      },
      default: refused,
    },
  }
}

function parametersOf(route: Route, input: Schema) {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const required = (input.required as string[] | undefined) ?? []
  const inQuery = Object.entries(route.method === 'GET' ? (input.properties as Schema) : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }
  return [...inPath, ...inQuery, ...(route.idempotent ? [key] : [])]
}

/** Codecs are described as they are sent: dollars, ISO times. */
function onTheWire(schema: z.ZodMiniType): Schema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return described
}
