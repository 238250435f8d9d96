import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findNginx, startNginx, writeConfig } from '../../scripts/cluster/nginx.mjs'
import { findFreePort } from '../own-postgres.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'kade-deploy-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const findProgram = (name: string) =>
  [...process.env.PATH!.split(':'), '/usr/sbin'].map((path) => join(path, name)).find((file) => existsSync(file))

/** The exit code of a program, and what it printed if it failed. */
function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return [status, status === 0 ? '' : stdout + stderr]
}

const [nginx, haproxy, systemd] = [findNginx(), findProgram('haproxy'), findProgram('systemd-analyze')]

async function listen(handle: RequestListener): Promise<Server> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe.skipIf(!nginx)('deploy/nginx.conf', () => {
  const site = readFileSync('deploy/nginx.conf', 'utf8')
  const check = (text: string) => run(nginx!, '-t', '-c', writeConfig(text, folder), '-e', join(folder, 'error.log'))

  it('is accepted by nginx', () => expect(check(site)).toEqual([0, '']))

  it('is rejected with a directive that nginx doesn’t know', () => {
    const [code, output] = check(site.replace('least_conn', 'fewest_connections'))
    expect(code).toBe(1)
    expect(output).toContain('unknown directive "fewest_connections"')
  })

  it('asks the next process when one can’t answer, except for what may have been done, and none is left out after', async () => {
    let broken = [true, true, true]
    const requests: string[] = []
    const processes = await Promise.all(
      broken.map((_, n) =>
        listen(({ method, socket }, response) => {
          requests.push(method!)
          if (broken[n]) socket.destroy()
          else response.end('answered')
        }),
      ),
    )
    const port = await findFreePort()
    const upstreamPorts = processes.map((one) => (one.address() as AddressInfo).port)
    const proxy = await startNginx({ port, upstreamPorts, folder })
    onTestFinished(async () => {
      await proxy.stop()
      for (const one of processes) one.close()
    })
    const call = async (method: string) => (await fetch(`http://127.0.0.1:${port}/`, { method })).status
    expect([await call('GET'), requests.splice(0)]).toEqual([502, ['GET', 'GET', 'GET']])
    broken = [false, true, true]
    expect([await call('GET'), await call('GET'), await call('GET')]).toEqual([200, 200, 200])
    broken = [true, true, true]
    requests.length = 0
    expect([await call('POST'), requests]).toEqual([502, ['POST']])
    broken = [false, false, false]
    expect(await call('POST')).toBe(200)
  })
})

describe.skipIf(!haproxy)('deploy/haproxy.cfg', () => {
  const check = (file: string) => run(haproxy!, '-c', '-f', file)

  it('is accepted by HAProxy', () => expect(check('deploy/haproxy.cfg')).toEqual([0, '']))

  it('is rejected with a keyword that HAProxy doesn’t know', () => {
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, readFileSync('deploy/haproxy.cfg', 'utf8').replace('balance leastconn', 'balance fewest'))
    const [code, output] = check(file)
    expect(code).toBe(1)
    expect(output).toContain('balance only supports')
  })

  it('asks processes that are ready, and another one when one is gone', async () => {
    const names = ['kade1', 'kade2', 'kade3']
    const draining = new Set<string>()
    const processes = await Promise.all(
      names.map((name) =>
        listen(({ url, headers }, response) => {
          response.statusCode = url === '/api/ready' && draining.has(name) ? 503 : 200
          response.end(`${name} ${String(headers['x-forwarded-for'])}`)
        }),
      ),
    )
    const call = await startHaproxy(processes, names)
    const ask = async (path: string, count: number) => {
      const answers = []
      for (let n = 0; n < count; n += 1) answers.push(await call(path))
      return [...new Set(answers)].toSorted()
    }
    const all = names.map((name) => `200 ${name} 127.0.0.1`)
    // Its checks come one after the other.
    await expect.poll(() => ask('/api/items', 6)).toEqual(all)
    expect(await ask('/socket.io/?EIO=4', 3)).toEqual(all)

    draining.add('kade1')
    await expect.poll(() => ask('/api/items', 6)).toEqual(all.slice(1))
    expect(await ask('/socket.io/?EIO=4', 6)).toEqual(all.slice(1))

    processes[1]!.closeAllConnections()
    processes[1]!.close()
    expect(await ask('/api/items', 6)).toEqual([all[2]])
    expect(await ask('/socket.io/?EIO=4', 6)).toEqual([all[2]])
  })

  /** HAProxy in front of servers. @returns what a GET with a made-up address answers, status first */
  async function startHaproxy(servers: Server[], names: string[]) {
    const port = await findFreePort()
    let text = readFileSync('deploy/haproxy.cfg', 'utf8').replace('bind :80', `bind 127.0.0.1:${port}`)
    // More connections than a shell's limit of open files allows.
    text = text.replace('maxconn 20000', 'maxconn 100')
    for (const [n, name] of names.entries()) {
      const { port: serverPort } = servers[n]!.address() as AddressInfo
      text = text.replaceAll(new RegExp(`(server ${name}) \\S+`, 'g'), `$1 127.0.0.1:${serverPort}`)
    }
    const file = join(folder, 'haproxy-started.cfg')
    writeFileSync(file, text)
    const child = spawn(haproxy!, ['-db', '-f', file], { stdio: 'ignore' })
    onTestFinished(async () => {
      if (child.kill('SIGTERM')) await once(child, 'exit')
      for (const one of servers) one.close()
    })
    const call = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
      return `${response.status} ${await response.text()}`
    }
    await expect.poll(() => call('/').catch(() => 'not started')).toContain('200')
    return call
  }
})

describe.skipIf(!systemd)('deploy/kade@.service', () => {
  it('is accepted by systemd', () => {
    const file = join(folder, 'kade@1.service')
    copyFileSync('deploy/kade@.service', file)
    const [, output] = run(systemd!, 'verify', file)
    // Where Node is installed elsewhere, the unit has to be adapted.
    expect(String(output).replaceAll(/.*Command \/usr\/bin\/node is not executable.*\n/g, '')).toBe('')
  })
})
