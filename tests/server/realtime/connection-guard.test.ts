import { request } from 'node:http'
import { Manager } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser } from '../../build.ts'

let server: TestServer
let limited: TestServer
beforeAll(async () => {
  server = await startTestServer()
  limited = await startTestServer({ RATE_LIMITS: 'on' })
})
afterAll(() => Promise.all([server.close(), limited.close()]))

/** Opens a connection without joining; `send` writes a packet of Socket.IO as it is on the wire. */
async function openConnection(on = server) {
  const manager = new Manager(await on.listen(), { transports: ['websocket'], reconnection: false })
  await new Promise<void>((resolve) => void manager.once('open', resolve))
  const { engine } = manager
  const received: string[] = []
  let isClosed = false
  engine.on('data', (data) => void received.push(String(data)))
  engine.on('close', () => {
    isClosed = true
  })
  return {
    id: engine.id,
    send: (packet: string) => void engine.write(packet),
    pong: () => engine.transport.send([{ type: 'pong' }]),
    received,
    welcomes: () => received.filter((packet) => packet.startsWith('2["welcome"')).length,
    refusals: () => received.filter((packet) => packet.startsWith('4')).length,
    isClosed: () => isClosed,
    close: () => void engine.close(),
  }
}

const join = '0'
const badJoin = `0${JSON.stringify({ token: 'x'.repeat(40) })}`

describe.each(['off', 'on'])('a connection, with rate limits %s,', (limits) => {
  const open = () => openConnection(limits === 'on' ? limited : server)

  it('has one socket, also when it joins many times before the first is admitted', async () => {
    const connection = await open()
    for (let i = 0; i < 50; i += 1) connection.send(join)
    await waitFor(connection.isClosed)
    expect(connection.welcomes()).toBeLessThanOrEqual(1)
  })

  it('ends when it has joined and joins again', async () => {
    const connection = await open()
    connection.send(join)
    await waitFor(() => connection.welcomes() === 1)
    expect(connection.isClosed()).toBe(false)
    connection.send(join)
    await waitFor(connection.isClosed)
    expect(connection.welcomes()).toBe(1)
  })

  it('ends when it has left and joins again', async () => {
    const connection = await open()
    connection.send(join)
    await waitFor(() => connection.welcomes() === 1)
    connection.send('1')
    connection.send(join)
    await waitFor(connection.isClosed)
    expect(connection.welcomes()).toBe(1)
  })

  it('ends with the third refused join', async () => {
    const connection = await open()
    for (let count = 1; count <= 2; count += 1) {
      connection.send(badJoin)
      await waitFor(() => connection.refusals() === count)
      expect(connection.received.at(-1)).toBe('4{"message":"unauthorized"}')
    }
    expect(connection.isClosed()).toBe(false)
    connection.send(badJoin)
    await waitFor(connection.isClosed)
  })

  it('may join after two refusals, such as with a renewed token', async () => {
    const on = limits === 'on' ? limited : server
    const connection = await open()
    for (let count = 1; count <= 2; count += 1) {
      connection.send(badJoin)
      await waitFor(() => connection.refusals() === count)
    }
    connection.send(`0${JSON.stringify({ token: (await buildUser(on)).token })}`)
    await waitFor(() => connection.welcomes() === 1)
    expect(connection.isClosed()).toBe(false)
    connection.close()
  })

  it('counts joins of unknown namespaces as refused', async () => {
    const connection = await open()
    connection.send('0/one,')
    connection.send('0/two?x=1,{}')
    await waitFor(() => connection.refusals() === 2)
    expect(connection.isClosed()).toBe(false)
    connection.send(badJoin)
    await waitFor(connection.isClosed)
  })

  it('is not answered thousands of times', async () => {
    const connection = await open()
    for (let i = 0; i < 2000; i += 1) connection.send(i % 2 ? badJoin : '0/other,')
    await waitFor(connection.isClosed)
    expect(connection.refusals()).toBeLessThanOrEqual(3)
  })
})

describe('packets of any kind', () => {
  it('end their connection at 60 in a second', async () => {
    const connection = await openConnection(limited)
    for (let i = 0; i < 300; i += 1) connection.pong()
    connection.send(join)
    await waitFor(connection.isClosed)
    expect(connection.welcomes()).toBe(0)
  })

  it('are counted for each connection by itself', async () => {
    const connections = await Promise.all([1, 2, 3].map(() => openConnection(limited)))
    for (const connection of connections) {
      for (let i = 0; i < 30; i += 1) connection.pong()
      connection.send(join)
    }
    for (const connection of connections) {
      await waitFor(() => connection.welcomes() === 1)
      expect(connection.isClosed()).toBe(false)
      connection.close()
    }
  })

  it('are not counted without rate limits', async () => {
    const connection = await openConnection()
    for (let i = 0; i < 300; i += 1) connection.pong()
    connection.send(join)
    await waitFor(() => connection.welcomes() === 1)
    expect(connection.isClosed()).toBe(false)
    connection.close()
  })
})

it('has no second transport, which nobody would watch', async () => {
  const connection = await openConnection()
  const url = `${await server.listen()}/socket.io/?EIO=4&transport=websocket&sid=${connection.id}`
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const status = await new Promise((resolve, reject) => {
    const upgrade = request(url, { headers })
    upgrade.on('response', (response) => resolve(response.resume().statusCode))
    upgrade.on('upgrade', (_, socket) => resolve(void socket.destroy()))
    upgrade.on('error', reject).end()
  })
  expect(status).toBe(400)
  connection.close()
})
