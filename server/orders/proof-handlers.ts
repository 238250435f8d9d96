import { type Context, Hono } from 'hono'
import { ApiError, badRequest } from '../../shared/api-error.ts'
import { maxProofBytes, ProofUploadOutput } from '../../shared/payments/proof-schema.ts'
import type { AppContext } from '../app-context.ts'
import { toJson } from '../encode.ts'
import { runMutation } from '../events/mutation.ts'
import { readCaller } from '../http/caller.ts'
import { assertSameOrigin, authorize } from '../http/guards.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { type Operation, responsesOf } from '../http/openapi.ts'
import { readBytes, unknownFields } from '../http/read-input.ts'
import { jsonResponse } from '../http/response.ts'
import { encodeProof } from './encode-proof.ts'
import { addProof, assertTakesProofs } from './proofs.ts'
import { readProofPicture } from './read-proofs.ts'

const path = '/checkout/:id/proofs'

/** Pictures of transfers: uploaded as a form, and served to the order's owner and staff alone. */
export function proofRoutes(app: AppContext) {
  const router = new Hono<HttpEnv>()

  router.post(path, async (c) => {
    c.set('route', `/api${path}`)
    const caller = await readCaller(app, c)
    assertSameOrigin(c, app.env.publicUrl)
    const user = authorizeCustomer(caller)
    await app.rateLimits.consume('proof', { user: user.id })
    const position = app.streamHeads.formatCursor(await app.streamHeads.readCursor(user))
    const upload = await readFile(c)
    const { id } = c.req.param()
    await assertTakesProofs(app.db, user, id)
    const encoded = await encodeProof(upload)
    const data = await runMutation(app, (ctx) => addProof(ctx, user, id, encoded))
    const json = toJson(ProofUploadOutput, { data, message: 'Picture added' })
    return jsonResponse(200, `{"success":true,${json.slice(1)}`, {
      'x-request-id': c.get('requestId'),
      'x-stream-position': position,
    })
  })

  router.get(`${path}/:proofId`, async (c) => {
    c.set('route', `/api${path}/:proofId`)
    const caller = await readCaller(app, c)
    const user = authorizeCustomer(caller)
    await app.rateLimits.consume('read', { user: user.id })
    const position = app.streamHeads.formatCursor(await app.streamHeads.readCursor(user))
    const { id, proofId } = c.req.param()
    const bytes = await readProofPicture(app.db, user, id, proofId)
    return new Response(new Uint8Array(bytes), {
      headers: { ...pictureHeaders, 'x-request-id': c.get('requestId'), 'x-stream-position': position },
    })
  })

  return router
}

function authorizeCustomer(caller: Awaited<ReturnType<typeof readCaller>>) {
  authorize({ access: 'customer', withoutSecondFactor: false }, caller)
  return caller.identity!.user
}

const pictureHeaders = {
  'content-type': 'image/webp',
  'content-disposition': 'inline; filename="transfer.webp"',
  // It shows somebody's bank account: no cache may hold it.
  'cache-control': 'private, no-store',
  vary: 'authorization',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
}

/** The form's one file. @throws 400, 413, 415 */
async function readFile(c: Context<HttpEnv>): Promise<Uint8Array> {
  const contentType = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new ApiError(415, 'not_a_form', 'Please send a form with the picture as its field file.')
  }
  const body = new Uint8Array(await readBytes(c, maxProofBytes))
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw badRequest('The form can’t be read.')
  })
  const unknown = [...form.keys()].filter((name) => name !== 'file')
  if (unknown.length > 0) throw badRequest(unknownFields(unknown))
  const [file, ...others] = form.getAll('file')
  if (others.length > 0) throw badRequest('Please send one picture at a time.')
  if (!file || typeof file === 'string') throw badRequest('file is missing.')
  return new Uint8Array(await file.arrayBuffer())
}

const pathParameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })

/** The endpoints in the OpenAPI document. */
export const uploadProofOperation: Operation = {
  operationId: 'uploadProof',
  summary: 'Add a picture of the transfer while an order waits; it is converted to WebP, at most 3 an order',
  'x-access': 'customer',
  security: [{ session: [] }],
  parameters: [pathParameter('id')],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary', maxLength: maxProofBytes } },
          required: ['file'],
        },
      },
    },
  },
  responses: responsesOf(ProofUploadOutput),
}
export const openProofOperation: Operation = {
  operationId: 'openProof',
  summary: 'Return a picture of the transfer, to the owner of the order and staff',
  'x-access': 'customer',
  security: [{ session: [] }],
  parameters: [pathParameter('id'), pathParameter('proofId')],
  responses: {
    ...responsesOf(ProofUploadOutput),
    200: {
      description: 'A WebP picture.',
      content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
    },
  },
}
