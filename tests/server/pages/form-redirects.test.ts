import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../../app.ts'
import { startTestServerWithPages } from '../../pages.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServerWithPages()
})
afterAll(() => server.close())

const request = async (path: string, init?: RequestInit) => {
  const { status, headers } = await server.router.request(`http://localhost${path}`, init)
  return { status, location: headers.get('location') }
}

it.each(['/auth', '/auth?from=%2Forders', '/auth/forgot', '/auth/reset?token=abc'])(
  'answers a form posted to %s with the same page, without reading it',
  async (path) => {
    let isRead = false
    const body = new ReadableStream(
      { pull: () => void (isRead = true) },
      // Nothing is read in advance.
      { highWaterMark: 0 },
    )
    expect(await request(path, { method: 'POST', body, duplex: 'half' } as RequestInit)).toEqual({
      status: 303,
      location: path,
    })
    expect(isRead).toBe(false)
  },
)

it('answers before the form has arrived, and ends the connection', async () => {
  const { port } = new URL(await server.listen())
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n')
  socket.write('Content-Length: 1000000\r\n\r\nemail=a%40b.example&password=')
  let response = ''
  for await (const chunk of socket) response += String(chunk)
  expect(response).toMatch(/^HTTP\/1\.1 303 /)
  expect(response).toMatch(/\r\nlocation: \/auth\r\n/i)
})

it('accepts no form anywhere else', async () => {
  for (const path of ['/', '/items', '/auth/confirm-email', '/profile']) {
    expect((await request(path, { method: 'POST', body: 'password=secret' })).status).toBe(404)
  }
})

it.each([
  ['/auth?email=a%40b.example&password=secret123', '/auth'],
  ['/auth?from=%2Forders&email=a%40b.example&password=secret123', '/auth?from=%2Forders'],
  ['/auth/reset?token=abc&password=secret123&confirmation=secret123', '/auth/reset?token=abc'],
  ['/profile?oldPassword=secret123&newPassword=secret456', '/profile'],
  ['/items?q=x&password=', '/items?q=x'],
  ['//evil.example/?password=secret123', '/evil.example/'],
  ['/auth?firstName=A&PASSWORD=secret123', '/auth'],
])('strips a password from %s', async (path, location) => {
  expect(await request(path)).toEqual({ status: 303, location })
})

it('strips a password from the address that a form is posted to', async () => {
  const path = '/auth?from=%2Forders&email=a%40b.example&password=secret123'
  expect(await request(path, { method: 'POST', body: 'password=secret456' })).toEqual({
    status: 303,
    location: '/auth?from=%2Forders',
  })
})

it.each(['/items?q=password', '/auth?from=%2Fprofile', '/auth?email=a%40b.example'])(
  'leaves %s as it is',
  async (path) => {
    expect((await request(path)).status).toBe(200)
  },
)
