import type { OpenApi, Operation } from '../../../server/http/openapi.ts'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import type { TestServer } from '../../app.ts'

export type OperationByName = (name: keyof typeof api) => Operation

/** The OpenAPI document that the server publishes. */
export async function readDocument({ router }: TestServer) {
  return (await (await router.request('http://localhost/api/openapi.json')).json()) as OpenApi
}

/** Looks up the published operation of a route. */
export async function readOperations(server: TestServer): Promise<OperationByName> {
  const document = await readDocument(server)
  return (name) => {
    const { path, method } = api[name] as Route
    return document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
  }
}

/** The published schema of a successful response. */
export const responseSchema = (operation: Operation) => operation.responses[200].content['application/json']!.schema
