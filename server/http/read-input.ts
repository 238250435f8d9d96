import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { Route } from '../../shared/contract.ts'
import { invalid, Refusal } from '../../shared/refusal.ts'

z.config(z.locales.en())

/** The largest body taken, in bytes. */
const mostBytes = 64 * 1024

/** What was sent, decoded. @throws 400, 413 or 415 with one sentence. */
export async function readInput(route: Route, c: Context): Promise<{ input: Record<string, unknown>; body: string }> {
  if (c.req.url.includes('%00')) throw withNul()
  const body = route.method === 'GET' ? '' : await readBody(c)
  const sent = route.method === 'GET' ? queryOf(c) : body === '' ? {} : parse(body)
  const read = z.safeDecode(route.input, sent as never)
  if (!read.success) throw notInShape(read.error.issues[0]!)
  return { input: read.data, body }
}

async function readBody(c: Context): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes)
  const body = c.req.header('transfer-encoding')
    ? (await readBytes(c, mostBytes)).toString()
    : await c.req.text().catch(refuseBrokenOff)
  if (body !== '' && !/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new Refusal(415, 'not_json', 'Please send JSON, with content-type: application/json.')
  }
  return body
}

/** A body as it is. @throws 400 when it is broken off, 413 as soon as it is more than `most` bytes */
export async function readBytes(c: Context, most: number): Promise<Buffer> {
  if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge(most)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.length
      if (size > most) throw tooLarge(most)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : brokenOff()
  }
  return Buffer.concat(chunks)
}

/** Nobody is left to read it: it keeps the log from taking that for a fault of the store. */
const brokenOff = () => new Refusal(400, 'broken_off', 'The request was broken off.')
const refuseBrokenOff = (): never => {
  throw brokenOff()
}

function tooLarge(most: number) {
  const size = most < 1024 * 1024 ? `${most / 1024} KB` : `${most / 1024 / 1024} MB`
  return new Refusal(413, 'too_large', `A request takes at most ${size}.`)
}

function queryOf(c: Context) {
  const query: Record<string, string> = {}
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw invalid(`${shortened(name)} was given ${values.length} times.`)
    // A filter left empty is one that is not set.
    if (values[0] !== '') query[name] = values[0]!
  }
  return query
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body, body.includes('\\u0000') ? refuseNul : undefined)
  } catch (error) {
    throw error instanceof Refusal ? error : invalid('The body is not valid JSON.')
  }
}

function refuseNul(_: string, value: unknown) {
  if (typeof value === 'string' && value.includes('\0')) throw withNul()
  return value
}

/** Postgres keeps no text with it. */
const withNul = () => invalid('The sign NUL is not taken in any text.')

/** One sentence: the field's own where the schema has one, else the field's name and what is wrong. */
function notInShape(issue: z.core.$ZodIssue): Refusal {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') return invalid(unknownField(issue.keys))
  if (issue.message.endsWith('received undefined')) return invalid(`${field} is missing.`)
  if (issue.message.startsWith('must ')) return invalid(`${field} ${issue.message}.`)
  if (/^(Invalid|Too) /.test(issue.message)) return invalid(field ? `${field}: ${issue.message}.` : `${issue.message}.`)
  return invalid(issue.message)
}

/** What somebody called a field is said back to them, but not at any length, and on one line. */
export const unknownField = (names: string[]) => `Unknown field: ${names.slice(0, 3).map(shortened).join(', ')}.`
const shortened = (name: string) => name.slice(0, 40).replace(/\p{Cc}/gu, ' ')
