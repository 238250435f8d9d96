import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { io as openClient } from 'socket.io-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareShutdown } from '../../../server/http/graceful-shutdown.ts'
import { createListener } from '../../../server/http/listener.ts'
import { disconnectConnected, disconnectInBatches } from '../../../server/realtime/disconnect-in-batches.ts'
import { openSocketServer } from '../../../server/realtime/socket-server.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'

let server: TestServer
let http: Server
let shutDown: () => Promise<void>
let io: ReturnType<typeof openSocketServer>
beforeEach(async () => {
  server = await startTestServer()
  http = createServer(createListener(server.router, server.env))
  shutDown = prepareShutdown(http)
  io = openSocketServer(server.app, http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
})
afterEach(() => server.close())

const stop = () => {
  const closed = shutDown()
  return Promise.all([closed, disconnectInBatches(io, closed)])
}

/** A connection that stays open, as a proxy's do, and what it has received. */
function openConnection() {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => (received += data.toString('latin1')))
  return { socket, received: () => received }
}
const sendRequest = (socket: Socket) => socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n')
const sendHandshake = (socket: Socket) =>
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )

it('answers on connections that are open, and sends their WebSockets elsewhere', async () => {
  const [forRequest, forHandshake] = [openConnection(), openConnection()]
  for (const { socket, received } of [forRequest, forHandshake]) {
    sendRequest(socket)
    await waitFor(() => received().startsWith('HTTP/1.1 200'))
  }
  const stopped = stop()
  sendHandshake(forHandshake.socket)
  await waitFor(() => forHandshake.received().includes('HTTP/1.1 503'))
  sendRequest(forRequest.socket)
  await waitFor(() => forRequest.received().split('HTTP/1.1 200').length === 3)
  expect(forRequest.received().toLowerCase()).toContain('connection: close')
  await stopped
  expect(io.engine.clientsCount).toBe(0)
})

it('asks for no further request on the connection of one that is running', async () => {
  const { socket, received } = openConnection()
  // Its body arrives while the server stops.
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n',
  )
  await once(http, 'request')
  const stopped = stop()
  await new Promise(setImmediate)
  socket.write('{}')
  await waitFor(() => received().startsWith('HTTP/1.1 400'))
  expect(received().toLowerCase()).toContain('connection: close')
  await stopped
})

it('waits for no WebSocket whose handshake is finished while it stops', async () => {
  const { socket, received } = openConnection()
  sendHandshake(socket)
  // The handshake is in hand, but its connection isn't counted yet.
  await once(http, 'upgrade')
  const stopped = stop()
  await waitFor(() => received().startsWith('HTTP/1.1 101'))
  await stopped
  await waitFor(() => socket.closed)
  expect(io.engine.clientsCount).toBe(0)
})

it('disconnects sockets in batches, with a pause between them', async () => {
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const options = { transports: ['websocket'], forceNew: true, reconnection: false }
  const clients = Array.from({ length: 5 }, () => openClient(url, options))
  await Promise.all(clients.map((client) => new Promise<void>((resolve) => client.once('welcome', () => resolve()))))
  const batches: number[] = []
  let batch = 0
  for (const socket of io.sockets.sockets.values()) {
    socket.once('disconnect', () => {
      // All of a batch are disconnected in one turn of the event loop.
      if (batch === 0) {
        setImmediate(() => {
          batches.push(batch)
          batch = 0
        })
      }
      batch += 1
    })
  }
  await disconnectConnected(io, 2)
  await waitFor(() => batches.length === 3)
  expect(batches).toEqual([2, 2, 1])
  expect(io.sockets.sockets.size).toBe(0)
  await waitFor(() => clients.every((client) => !client.connected))
  await stop()
})
