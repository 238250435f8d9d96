import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNginx, writeConfig } from '../../scripts/cluster/nginx.mjs'

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

describe.skipIf(!nginx)('deploy/nginx.conf', () => {
  const site = readFileSync('deploy/nginx.conf', 'utf8')
  const check = (text: string) => run(nginx!, '-t', '-c', writeConfig(text, folder), '-e', join(folder, 'error.log'))

  it('is accepted by nginx', () => expect(check(site)).toEqual([0, '']))

  it('is rejected with a directive that nginx doesn’t know', () => {
    const [code, output] = check(site.replace('least_conn', 'fewest_connections'))
    expect(code).toBe(1)
    expect(output).toContain('unknown directive "fewest_connections"')
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
