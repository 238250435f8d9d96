import type { Context } from 'hono'
import * as z from 'zod/mini'
import { ApiError, badRequest } from '../../shared/api-error.ts'
import type { Route } from '../../shared/contract.ts'
import type { HttpEnv } from './http-env.ts'

z.config(z.locales.en())

const maxJsonBytes = 64 * 1024

/**
 * Reads and decodes the query of a GET, or the JSON body of any other request.
 * @returns the decoded input, and the body as it was sent
 * @throws 400, 413 or 415, with the first problem as one sentence
 */
export async function readInput(
  route: Route,
  c: Context<HttpEnv>,
): Promise<{ input: Record<string, unknown>; body: string }> {
  if (c.req.url.includes('%00')) throw nulCharacter()
  const body = route.method === 'GET' ? '' : await readBody(c, route.maxBytes ?? maxJsonBytes)
  const raw = route.method === 'GET' ? readQuery(c) : body === '' ? {} : parseJson(body)
  const result = z.safeParse(route.input, raw)
  if (!result.success) throw invalidInput(result.error.issues[0]!)
  return { input: result.data, body }
}

async function readBody(c: Context<HttpEnv>, maxBytes: number): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const body = c.req.header('transfer-encoding')
    ? (await readBytes(c, maxBytes)).toString()
    : await c.req.text().catch(rejectInterrupted)
  if (body !== '' && !/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new ApiError(415, 'not_json', 'Please send JSON with content-type: application/json.')
  }
  return body
}

/** Reads a binary body. @throws 400 if the client disconnects, 413 as soon as the body exceeds `maxBytes` */
export async function readBytes(c: Context<HttpEnv>, maxBytes: number): Promise<Buffer> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ApiError ? error : interrupted()
  }
  return Buffer.concat(chunks)
}

/** The client is gone and won't read this; it keeps the log from reporting an error of the server. */
const interrupted = () => new ApiError(400, 'broken_off', 'The request was interrupted.')
const rejectInterrupted = (): never => {
  throw interrupted()
}

function tooLarge(maxBytes: number) {
  const size = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} KB` : `${maxBytes / 1024 / 1024} MB`
  return new ApiError(413, 'too_large', `A request can be at most ${size}.`)
}

function readQuery(c: Context<HttpEnv>) {
  const query: Record<string, string> = {}
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw badRequest(`${truncate(name)} was sent ${values.length} times.`)
    // An empty filter counts as absent.
    if (values[0] !== '') query[name] = values[0]!
  }
  return query
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body, body.includes('\\u0000') ? rejectNul : undefined)
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('The body is not valid JSON.')
  }
}

function rejectNul(_: string, value: unknown) {
  if (typeof value === 'string' && value.includes('\0')) throw nulCharacter()
  return value
}

/** Postgres can't store it. */
const nulCharacter = () => badRequest('Text may not contain NUL characters.')

/** The schema's own message where it has one, otherwise the field's name and what is wrong with it. */
function invalidInput(issue: z.core.$ZodIssue): ApiError {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') return badRequest(unknownFields(issue.keys))
  if (issue.message.endsWith('received undefined')) return badRequest(`${field} is missing.`)
  if (issue.message.startsWith('must ')) return badRequest(`${field} ${issue.message}.`)
  if (/^(Invalid|Too) /.test(issue.message))
    return badRequest(field ? `${field}: ${issue.message}.` : `${issue.message}.`)
  return badRequest(issue.message)
}

/** Repeats up to three of the names that the client sent, shortened and without control characters. */
export const unknownFields = (names: string[]) => `Unknown field: ${names.slice(0, 3).map(truncate).join(', ')}.`
const truncate = (name: string) => name.slice(0, 40).replace(/\p{Cc}/gu, ' ')
