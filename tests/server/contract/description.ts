import type { OpenApi } from '../../../server/http/describe.ts'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import type { TestStore } from '../../app.ts'

type Json = Record<string, unknown>
export type Call = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: { 'application/json': { schema: Json } } }
  responses: { 200: { content: { 'application/json': { schema: Json } } } }
  security?: unknown
  'x-who': string
}
export type Described = (name: keyof typeof api) => Call

/** The document that the store serves of itself. */
export async function readDocument({ app }: TestStore) {
  return (await (await app.request('http://localhost/api/openapi.json')).json()) as OpenApi
}

/** What it says of each call. */
export async function readDescription(store: TestStore): Promise<Described> {
  const document = await readDocument(store)
  return (name) => {
    const { path, method } = api[name] as Route
    return document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()] as Call
  }
}
