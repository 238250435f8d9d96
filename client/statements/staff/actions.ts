import { maxAppliedLines } from '../../../shared/statements/limits.ts'
import { staffStatementRoutes as routes } from '../../../shared/statements/staff-routes.ts'
import { type DateOrder, StatementUploadOutput, type StatementUpload } from '../../../shared/statements/staff-schema.ts'
import type { RouteOutput } from '../../../shared/contract.ts'
import { retryUnauthorized } from '../../accounts/retry-unauthorized.ts'
import type { ActionContext } from '../../action-context.ts'
import { sendFile } from '../../api/send-file.ts'
import type { Client } from '../../client.ts'
import type { State } from '../../state.ts'
import { createPagedList } from '../../stream/paged-list.ts'
import { setFiles, setLine, setStatementLines, statementKey, statementsKey } from './store.ts'

const streams = ['staff' as const]

/** The statements that were imported, newest first. */
export const { load: loadStatements, loadMore: loadMoreStatements } = createPagedList({
  route: routes.statements,
  streams: [...streams],
  pageSize: 50,
  key: () => statementsKey,
  args: (_: void, page) => page,
  select: (state: State) => state.staffStatements.files,
  write: (state, _, page, cursor) => setFiles(state, page, cursor),
})

/** Loads the lines of a statement, all of them, page by page. @throws CallFailed */
export async function loadStatementLines(context: ActionContext, id: string, signal?: AbortSignal) {
  let cursor: string | undefined
  do {
    const from = cursor
    const page: RouteOutput<typeof routes.statementLines> = await context.load(
      routes.statementLines,
      { id, limit: 100, cursor: from },
      {
        snapshotKey: statementKey(id),
        streams,
        signal,
        write: (draft, answer) => setStatementLines(draft, id, answer, from),
      },
    )
    cursor = page.nextCursor ?? undefined
    // `load` throws once it is aborted.
  } while (cursor !== undefined)
}

type Answers = { account?: string | undefined; dates?: DateOrder | undefined }

/** Uploads a statement. @throws CallFailed 422 with the reason, or the question `dates_ambiguous` or `other_account` */
export async function uploadStatement(
  context: ActionContext & Pick<Client, 'session'>,
  file: File,
  { account, dates }: Answers = {},
): Promise<StatementUpload> {
  const form = new FormData()
  form.set('file', file)
  if (account) form.set('account', account)
  if (dates) form.set('dates', dates)
  const { data } = await retryUnauthorized(context, (token) =>
    sendFile('/api/admin/statements', form, { token, output: StatementUploadOutput }),
  )
  return data
}

type Results = RouteOutput<typeof routes.applyStatement>['data']

/** Applies lines in batches; each line is committed separately. @throws CallFailed; it can be repeated */
export async function applyLines(context: ActionContext, id: string, lines: string[]): Promise<Results> {
  const results: Results = []
  const batchSize = Math.min(50, maxAppliedLines)
  for (let from = 0; from < lines.length; from += batchSize) {
    const { answer } = await context.call(routes.applyStatement, { id, lines: lines.slice(from, from + batchSize) })
    results.push(...answer.data)
  }
  return results
}

/** Chooses a line's order, or ignores the line. @throws CallFailed 404, 409, 422 */
export const decideLine = (
  context: ActionContext,
  id: string,
  lineId: string,
  decision: { order?: string | null; ignore?: true },
) =>
  context.send(
    routes.changeStatementLine,
    { id, lineId, ...decision },
    {
      snapshotKey: `${statementKey(id)}/${lineId}`,
      streams,
      write: (draft, { data }) => setLine(draft, data),
    },
  )

/** Takes a statement back. @throws CallFailed */
export async function undoStatement(context: ActionContext, id: string) {
  const { answer } = await context.call(routes.undoStatement, { id })
  return answer.data
}
