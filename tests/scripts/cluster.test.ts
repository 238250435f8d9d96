import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findFreePort, startCluster } from '../../scripts/cluster/start-cluster.mjs'
import { waitFor } from '../app.ts'

/** A program that connects to `port`, and never gets ready. */
function writeProgram(port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'kade-cluster-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const entry = join(folder, 'main.mjs')
  writeFileSync(entry, `import { connect } from 'node:net'\nconnect(${port}, '127.0.0.1')\n`)
  return entry
}

it('stops all processes of a cluster that is stopped while it starts', async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const stopping = new AbortController()
  const { signal } = stopping
  const options = { count: 3, port: await findFreePort(), env: {}, entry: writeProgram(port), signal }
  const outcome = startCluster(options).then(() => 'started', String)
  await waitFor(() => sockets.size === 3)
  stopping.abort()
  expect(await outcome).toContain('ended (SIGTERM) before it was ready')
  await waitFor(() => sockets.size === 0)
})

it('starts no process of a cluster that is stopped before', async () => {
  const options = { count: 3, port: 1, env: {}, entry: 'missing.mjs', signal: AbortSignal.abort(new Error('stopped')) }
  await expect(startCluster(options)).rejects.toThrow('stopped')
})
