import { type Context, Hono } from 'hono'
import { ApiError, badRequest } from '../../shared/api-error.ts'
import { maxStatementBytes } from '../../shared/statements/limits.ts'
import type { staffStatementRoutes } from '../../shared/statements/staff-routes.ts'
import { dateOrders, StatementUploadOutput } from '../../shared/statements/staff-schema.ts'
import type { AppContext } from '../app-context.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { type Operation, responsesOf } from '../http/openapi.ts'
import type { Handlers } from '../http/serve.ts'
import { admitUpload, readFileForm } from '../http/upload.ts'
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
    const { user, respond } = await admitUpload(app, c, 'staff', 'upload')
    const data = await uploadStatement(app, user, await readStatementForm(c))
    const message =
      data.added === 0 ? 'Every line of this statement has already been imported' : `${data.added} lines imported`
    return respond(StatementUploadOutput, { data, message })
  })
  return router
}

/** @throws 400, 413, 415 */
async function readStatementForm(c: Context<HttpEnv>) {
  const { file, form } = await readFileForm(c, maxStatementBytes + maxFormBytes, ['account', 'dates'])
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
