import { Hono } from 'hono'
import { maxProofBytes, ProofUploadOutput } from '../../shared/payments/proof-schema.ts'
import type { AppContext } from '../app-context.ts'
import { runMutation } from '../events/mutation.ts'
import { readCaller } from '../http/caller.ts'
import { authorize } from '../http/guards.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { type Operation, responsesOf } from '../http/openapi.ts'
import { admitUpload, readFileForm } from '../http/upload.ts'
import { encodeProof } from '../orders/encode-proof.ts'
import { assertTakesProofs } from '../orders/proofs.ts'
import { readProofPicture } from '../orders/read-proofs.ts'
import { sendProof } from './send-proof.ts'

const path = '/checkout/:id/proofs'

/** Pictures of transfers: uploaded as a form, and served to the order's owner and staff alone. */
export function proofRoutes(app: AppContext) {
  const router = new Hono<HttpEnv>()

  router.post(path, async (c) => {
    c.set('route', `/api${path}`)
    const { user, respond } = await admitUpload(app, c, 'customer', 'proof')
    const { file } = await readFileForm(c, maxProofBytes)
    const { id } = c.req.param()
    await assertTakesProofs(app.db, user, id)
    const encoded = await encodeProof(new Uint8Array(await file.arrayBuffer()))
    const data = await runMutation(app, (ctx) => sendProof(ctx, user, id, encoded))
    return respond(ProofUploadOutput, { data, message: 'Picture added' })
  })

  router.get(`${path}/:proofId`, async (c) => {
    c.set('route', `/api${path}/:proofId`)
    const caller = await readCaller(app, c)
    authorize({ access: 'customer', withoutSecondFactor: false }, caller)
    const { user } = caller.identity!
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

const pathParameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })

/** The endpoints in the OpenAPI document. */
export const uploadProofOperation: Operation = {
  operationId: 'uploadProof',
  summary:
    'Add a picture of the transfer while an order waits, or once it was rejected or has expired; it is converted to WebP, at most 3 an order',
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
