import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server, { firstName: '=HYPERLINK("http://evil.example")' })
})
afterAll(() => server.close())

const download = async (query = '', token: string | undefined = mira.token) => {
  const response = await server.router.request(`http://localhost/api/admin/audit/export${query}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return { response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()) }
}
const linesOf = (text: string) => text.replace('\uFEFF', '').split('\r\n').slice(0, -1)
const correct = (reason: string) =>
  server.call('POST', `/admin/customers/${ada.id}/points`, { points: 1, reason }, { token: mira.token })

it('downloads the filtered entries, newest first, in plain English', async () => {
  const { _id } = await buildVerifiedOrder(server, ada, mira)
  await correct('For the wait')
  const { response, text } = await download()
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toMatch(/filename="kade-audit-\d{4}-\d\d-\d\d\.csv"$/)
  expect(text.startsWith('\uFEFF"No.","Time","Staff member","Action","Subject","Changes"')).toBe(true)
  const lines = linesOf(text)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`,"Adjusted the points","Customer ${ada.firstName} ${ada.lastName}",`)
  expect(lines[1]).toContain('reason For the wait')
  expect(lines[2]).toContain(`,"Verified the payment","Order #${_id.slice(-6).toUpperCase()}","`)
  expect(lines[2]).toContain('payment status Paid')
  expect(linesOf((await download('?action=order.verify')).text)).toHaveLength(2)
  expect(linesOf((await download('?q=wait')).text)).toHaveLength(2)
  expect(linesOf((await download('?q=nothing-like-it')).text)).toHaveLength(1)
})

it('keeps cells whole in every locale, and runs no formulas', async () => {
  await correct('one; two, "three"')
  const [, line] = linesOf((await download()).text)
  expect(line).toContain('reason one; two, ""three"""')
  expect(line).toContain('"\'=HYPERLINK(""http://evil.example"") Test"')
  expect(line!.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)).toHaveLength(9)
})

it('is for staff only', async () => {
  expect((await download('', ada.token)).response.status).toBe(403)
  expect((await download('', '')).response.status).toBe(401)
  expect((await download('?limit=5')).response.status).toBe(400)
})
