import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isAllowedAddress, OutgoingError, type OutgoingRequest, postJson } from '../../../server/http/outgoing.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const kindOf = (url: string, scope: Partial<OutgoingRequest> = {}) =>
  postJson({ url, body: '{}', ...scope }).then(
    () => 'answered',
    (error: unknown) => (error instanceof OutgoingError ? error.kind : String(error)),
  )

describe('the address of an outgoing request', () => {
  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://10.1.2.3/',
    'https://172.31.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://255.255.255.255/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://localhost/',
    'http://192.0.2.1/',
    'ftp://192.0.2.1/',
  ])('%s is refused', async (url) => {
    expect(await kindOf(url)).toBe('refused-address')
  })

  it('is checked when it comes from a name, and plain http stays on this machine', async () => {
    const url = await serve((_, response) => response.end('{"ok":true}'))
    const byName = url.replace('127.0.0.1', 'localhost')
    expect(await kindOf(url)).toBe('refused-address')
    expect(await kindOf(byName)).toBe('refused-address')
    expect(await kindOf(url, { allowLoopback: true })).toBe('answered')
    expect(await kindOf('http://10.0.0.1/', { allowLoopback: true, allowPrivate: true })).toBe('refused-address')
    expect(await kindOf('http://192.0.2.1/', { allowLoopback: true })).toBe('refused-address')
  })

  it('may be private only where the operator says so, and public addresses are allowed', () => {
    expect(isAllowedAddress('10.0.0.1')).toBe(false)
    expect(isAllowedAddress('10.0.0.1', { allowPrivate: true })).toBe(true)
    expect(isAllowedAddress('127.0.0.1', { allowPrivate: true })).toBe(false)
    expect(['1.1.1.1', '172.32.0.1', '2606:4700::1111'].every((address) => isAllowedAddress(address))).toBe(true)
    expect(isAllowedAddress('kade.example')).toBe(false)
  })
})

describe('an outgoing request', () => {
  const post = (url: string) => postJson({ url, body: '{"id":1}', headers: { 'x-key': 'k' }, allowLoopback: true })

  it('sends its body and headers, and returns status, body and when to try again', async () => {
    let received = ''
    const url = await serve((request, response) => {
      request.on(
        'data',
        (chunk: Buffer) => (received += [request.method, request.headers['x-key'], chunk.toString()].join(' ')),
      )
      request.on('end', () => response.writeHead(429, { 'retry-after': '7' }).end('busy'))
    })
    expect(await post(url)).toEqual({ status: 429, retryAfterMs: 7000, body: 'busy' })
    expect(received).toBe('POST k {"id":1}')
  })

  it('follows no redirect', async () => {
    let reached = 0
    const target = await serve((_, response) => response.end(String((reached += 1))))
    const url = await serve((_, response) => response.writeHead(307, { location: target }).end())
    await expect(post(url)).rejects.toMatchObject({ kind: 'redirect' })
    expect(reached).toBe(0)
  })

  it('reads 1 MB at most', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(5 * 1024 * 1024)))
    await expect(post(url)).rejects.toMatchObject({ kind: 'too-large' })
    const whole = await serve((_, response) => response.end('x'.repeat(1024 * 1024)))
    expect((await post(whole)).body).toHaveLength(1024 * 1024)
  })

  it('ends after 5 s in total, also while a server sends a byte now and then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let isConnected = () => {}
      const connected = new Promise<void>((resolve) => (isConnected = resolve))
      const url = await serve((_, response) => {
        response.write('x')
        isConnected()
      })
      const failed = post(url).catch((error: OutgoingError) => error.kind)
      await connected
      await vi.advanceTimersByTimeAsync(4999)
      await vi.advanceTimersByTimeAsync(2)
      expect(await failed).toBe('timeout')
    } finally {
      vi.useRealTimers()
    }
  })

  it('names no address in its error', async () => {
    const error = await postJson({ url: 'https://127.0.0.1/v2/secret-key', body: '{}' }).catch(
      (caught: Error) => caught,
    )
    expect(String((error as Error).stack)).not.toContain('secret-key')
    await expect(post('http://127.0.0.1:9/')).rejects.toMatchObject({ kind: 'down' })
  })
})
