import { Hono } from 'hono'
import { ApiError, badRequest } from '../../shared/api-error.ts'
import { maxStatementBytes } from '../../shared/statements/limits.ts'
import type { staffStatementRoutes } from '../../shared/statements/staff-routes.ts'
import { dateOrders, StatementUploadOutput } from '../../shared/statements/staff-schema.ts'
import type { AppContext } from '../app-context.ts'
import { toJson } from '../encode.ts'
import { readCaller } from '../http/caller.ts'
import { assertSameOrigin, authorize } from '../http/guards.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { type Operation, responsesOf } from '../http/openapi.ts'
import { readBytes, unknownFields } from '../http/read-input.ts'
import { jsonResponse } from '../http/response.ts'
import type { Handlers } from '../http/serve.ts'
import { applyLines } from './apply.ts'
import { decideLine } from './decide-line.ts'
import { listLines, listStatements } from './list-statements.ts'
import { undoStatement } from './undo.ts'
import { uploadStatement } from './upload.ts'

export const staffStatementHandlers: Handlers<typeof staffStatementRoutes> = {
  statements: (query, { app }) => listStatements(app.db, query),
  statementLines: (query, { app }) => listLines(app.db, query),
  changeStatementLine: ({ id, lineId, ...decision }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await decideLine(ctx, me.user, id, lineId, decision) })),
  applyStatement: async ({ id, lines }, { app, me }) => ({ data: await applyLines(app, me.user, id, lines) }),
  undoStatement: async ({ id }, { app, me }) => ({ data: await undoStatement(app, me.user, id) }),
}

/** A form's boundaries and other fields. */
const maxFormBytes = 16 * 1024

/** Statement uploads: a form with the file, instead of JSON. */
export function statementUploadRoutes(app: AppContext) {
  const router = new Hono<HttpEnv>()
  router.post('/admin/statements', async (c) => {
    assertSameOrigin(c, app.env.publicUrl)
    const caller = await readCaller(app, c)
    authorize({ access: 'staff', withoutSecondFactor: false }, caller)
    const { user } = caller.identity!
    await app.rateLimits.consume('upload', { user: user.id })
    const position = app.streamHeads.formatCursor(await app.streamHeads.readCursor(user))
    const type = c.req.header('content-type') ?? ''
    if (!/^multipart\/form-data\b/i.test(type)) {
      throw new ApiError(415, 'not_a_form', 'Please send the statement as multipart/form-data, in the field file.')
    }
    const data = await uploadStatement(
      app,
      user,
      await readForm(await readBytes(c, maxStatementBytes + maxFormBytes), type),
    )
    const message =
      data.added === 0 ? 'Every line of this statement was imported before' : `${data.added} lines imported`
    const json = toJson(StatementUploadOutput, { data, message })
    return jsonResponse(200, `{"success":true,${json.slice(1)}`, {
      'x-request-id': c.get('requestId'),
      'x-stream-position': position,
    })
  })
  return router
}

/** @throws 400, 413 */
async function readForm(body: Buffer, type: string) {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw badRequest('The form can’t be read.')
  })
  const unknown = [...form.keys()].find((name) => !['file', 'account', 'dates'].includes(name))
  if (unknown !== undefined) throw badRequest(unknownFields([unknown]))
  const file = form.get('file')
  if (!(file instanceof File)) throw badRequest('file is missing.')
  if (file.size > maxStatementBytes) throw new ApiError(413, 'too_large', 'A statement can be at most 5 MB.')
  const account = form.get('account') ?? undefined
  if (account !== undefined && (typeof account !== 'string' || account.length > 64))
    throw badRequest('account must be a number.')
  const dates = form.get('dates')
  const order = dateOrders.find((one) => one === dates)
  if (dates !== null && !order) throw badRequest(`dates must be one of ${dateOrders.join(', ')}.`)
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), account, dates: order }
}

/** The upload in the OpenAPI document. */
export const statementUploadOperation: Operation = {
  operationId: 'uploadStatement',
  summary: 'Upload a bank statement (CSV, OFX, QFX, MT940 or CAMT.053); the same file adds nothing',
  'x-access': 'staff',
  security: [{ session: [] }],
  parameters: [],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            file: { type: 'string', format: 'binary', maxLength: maxStatementBytes },
            account: {
              type: 'string',
              description: 'The account that the file names, to import it though it isn’t the store’s.',
            },
            dates: {
              enum: [...dateOrders],
              description: 'Whether the day or the month is first, where the file doesn’t say.',
            },
          },
          required: ['file'],
        },
      },
    },
  },
  responses: responsesOf(StatementUploadOutput),
}
