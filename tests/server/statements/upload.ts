import type { StatementUpload } from '../../../shared/statements/staff-schema.ts'
import type { TestServer } from '../../app.ts'

type Answer = { data: StatementUpload; error: string; message: string } & Record<string, unknown>

/** Uploads a bank statement as the form of the page does. @param fields of the form, besides the file */
export async function uploadStatement(
  { router }: Pick<TestServer, 'router'>,
  { token }: { token: string },
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<{ status: number; body: Answer }> {
  const form = new FormData()
  form.set('file', new File([content as BlobPart], 'statement.csv'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const response = await router.request('http://localhost/api/admin/statements', {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: (await response.json()) as Answer }
}
