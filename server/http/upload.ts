import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { ApiError, badRequest } from '../../shared/api-error.ts'
import type { AppContext } from '../app-context.ts'
import { toJson } from '../encode.ts'
import { readCaller } from './caller.ts'
import { assertSameOrigin, authorize } from './guards.ts'
import type { HttpEnv } from './http-env.ts'
import { readBytes, unknownFields } from './read-input.ts'
import { jsonResponse } from './response.ts'

/**
 * Admits a request that brings a file, before the file is read: from the shop's own pages, by whom it is for, and not too often.
 * @returns who sends it, and `respond`, which answers 200
 * @throws 401, 403, 429
 */
export async function admitUpload(
  app: AppContext,
  c: Context<HttpEnv>,
  access: 'customer' | 'staff',
  limit: 'upload' | 'proof',
) {
  assertSameOrigin(c, app.env.publicUrl)
  const caller = await readCaller(app, c)
  authorize({ access, withoutSecondFactor: false }, caller)
  const { user } = caller.identity!
  await app.rateLimits.consume(limit, { user: user.id })
  const position = app.streamHeads.formatCursor(await app.streamHeads.readCursor(user))
  const respond = <Output extends z.ZodMiniObject>(output: Output, body: z.output<Output>) =>
    jsonResponse(200, `{"success":true,${toJson(output, body).slice(1)}`, {
      'x-request-id': c.get('requestId'),
      'x-stream-position': position,
    })
  return { user, respond }
}

/**
 * Reads a form with one file, in its field `file`.
 * @param maxBytes of the whole form
 * @param fields the names of other fields that it may have
 * @throws 400, 413 as soon as it exceeds `maxBytes`, 415 unless it is multipart/form-data
 */
export async function readFileForm(c: Context<HttpEnv>, maxBytes: number, fields: string[] = []) {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new ApiError(415, 'not_a_form', 'Please send multipart/form-data with the file in its field file.')
  }
  const body = new Uint8Array(await readBytes(c, maxBytes))
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw badRequest('The form can’t be read.')
  })
  const unknown = [...form.keys()].filter((name) => name !== 'file' && !fields.includes(name))
  if (unknown.length > 0) throw badRequest(unknownFields(unknown))
  const [file, ...others] = form.getAll('file')
  if (others.length > 0) throw badRequest('Please send one file at a time.')
  if (!(file instanceof File)) throw badRequest('file is missing.')
  return { file, form }
}
