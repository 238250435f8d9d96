import { Hono, type MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import packageJson from '../../package.json' with { type: 'json' }
import { api } from '../../shared/api.ts'
import type { Access, Route } from '../../shared/contract.ts'
import type { AppContext } from '../app-context.ts'
import { callerAddress } from './caller.ts'
import { docsPage, docsPageCsp } from './docs-page.ts'
import type { HttpEnv } from './http-env.ts'
import { serveStaticDocument } from './static-document.ts'

type Schema = Record<string, unknown>
type Content = Record<string, { schema: Schema }>
export type Parameter = { name: string; in: string; required: boolean; schema: Schema }
/** An operation in the OpenAPI document. `x-access` says who may call it. */
export type Operation = {
  operationId: string
  summary: string
  'x-access': Access
  security?: [{ session: [] }]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: { 200: Response; default: Response }
}
type Response = { description: string; headers?: Record<string, { schema: Schema }>; content: Content }
type Paths = Record<string, Record<string, Operation>>

/**
 * Serves the API's description, generated from the schemas that validate requests, as a document and as a page.
 * @param extraPaths endpoints outside the contract, such as uploads
 */
export function openApiRoutes(app: AppContext, extraPaths: Paths) {
  const document = createOpenApiDocument(app.env.publicUrl, extraPaths)
  const router = new Hono<HttpEnv>()
  const limit: MiddlewareHandler<HttpEnv> = async (c, next) => {
    await app.rateLimits.consume('docs', { address: callerAddress(app, c) })
    await next()
  }
  const json = serveStaticDocument(JSON.stringify(document), { 'content-type': 'application/json' })
  const page = serveStaticDocument(docsPage(document), {
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': docsPageCsp,
  })
  router.get('/openapi.json', limit, json).get('/docs', limit, page)
  return router
}

export type OpenApi = ReturnType<typeof createOpenApiDocument>

/** The OpenAPI 3.1 document of all endpoints. */
function createOpenApiDocument(publicUrl: string, extraPaths: Paths) {
  const paths: Paths = {}
  for (const [name, route] of Object.entries<Route>(api)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(name, route) }
  }
  for (const [path, operations] of Object.entries(extraPaths)) paths[path] = { ...paths[path], ...operations }
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
      schemas: { Error: errorSchema },
    },
  }
}

const errorSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'One sentence to show to the user.' },
    error: { type: 'string', description: 'A stable code for programs.' },
    requestId: { type: 'string' },
  },
  required: ['success', 'message', 'error', 'requestId'],
}

const errorResponse: Response = {
  description: 'Any error. Nothing was changed.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function describeRoute(name: string, route: Route): Operation {
  const input = wireSchema(route.input)
  return {
    operationId: name,
    summary: route.summary,
    'x-access': route.access,
    ...(route.access !== 'public' && { security: [{ session: [] }] }),
    parameters: parametersOf(route, input),
    ...(route.method !== 'GET' &&
      Object.keys(input.properties as Schema).length > 0 && {
        requestBody: { required: true, content: { 'application/json': { schema: input } } },
      }),
    responses: responsesOf(route.output, route.download),
  }
}

/** The responses of an operation: its output beside `success`, or an error. `download` is a file's content type. */
export function responsesOf(output: z.ZodMiniObject, download: string | null = null): Operation['responses'] {
  const { properties, required = [] } = wireSchema(output) as { properties: Schema; required?: string[] }
  const schema = {
    type: 'object',
    properties: { success: { const: true }, ...properties },
    required: ['success', ...required],
  }
  return {
    200: {
      description: 'Success',
      headers: { 'X-Stream-Position': { schema: { type: 'string' } } },
      content: { ...(download && { [download]: { schema: { type: 'string' } } }), 'application/json': { schema } },
    },
    default: errorResponse,
  }
}

function parametersOf(route: Route, input: Schema): Parameter[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const required = (input.required as string[] | undefined) ?? []
  const fields = route.method === 'GET' ? (input.properties as Record<string, Schema>) : {}
  const inQuery = Object.entries(fields).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: route.idempotent === 'required',
    schema: { type: 'string', maxLength: 255 },
  }
  return [...inPath, ...inQuery, ...(route.idempotent ? [key] : [])]
}

/** The JSON Schema of what is sent over the wire: dollars, ISO times. */
function wireSchema(schema: z.ZodMiniType): Schema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return jsonSchema
}
