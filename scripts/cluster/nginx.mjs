// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../run.mjs'

const startTimeoutMs = 10_000

/** @returns {string | null} the path of nginx; null where it isn't installed */
export function findNginx() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file)) ?? null
}

/**
 * Starts nginx with deploy/nginx.conf on a port of its own, in front of processes on this machine.
 * @param {{ port: number, upstreamPorts: number[], folder: string, host?: string }} options `folder` is for its files
 */
export async function startNginx({ port, upstreamPorts, folder, host = '127.0.0.1' }) {
  const program = findNginx()
  if (program === null) throw new Error('nginx is not installed. Install it, such as by apt-get install nginx.')
  const file = writeConfig(siteConfig({ listen: `${host}:${port}`, upstreamPorts }), folder)
  const child = spawn(program, ['-c', file, '-p', folder, '-e', join(folder, 'error.log'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Ctrl+C in a terminal doesn't reach it: it is stopped last.
    detached: true,
  })
  await waitForPort(port, host, child)
  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/**
 * Writes a configuration that includes that of a site and keeps all files in a folder.
 * @param {string} site @param {string} folder @returns {string} its path
 */
export function writeConfig(site, folder) {
  const file = join(folder, 'nginx.conf')
  for (const name of ['client_body', 'proxy']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(file, wholeConfig(site, folder))
  return file
}

/** deploy/nginx.conf with other ports. @param {{ listen: string, upstreamPorts: number[] }} options */
function siteConfig({ listen, upstreamPorts }) {
  const template = readFileSync(`${root}deploy/nginx.conf`, 'utf8')
  const [server = ''] = /^ *server 127\.0\.0\.1:\d+.*$/m.exec(template) ?? []
  const servers = upstreamPorts.map((port) => server.replace(/:\d+/, `:${port}`)).join('\n')
  return template
    .replace(/(^ *server 127\.0\.0\.1:\d+.*\n)+/gm, `${servers}\n`)
    .replace(/listen \d+;/, `listen ${listen};`)
}

/** Started by root, nginx works as another user, who couldn't write uploads into the folder. */
const userOfWorkers = () => (process.getuid?.() === 0 ? 'user root;\n' : '')

/** @param {string} site @param {string} folder */
const wholeConfig = (site, folder) => `${userOfWorkers()}worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 8192; }
http {
  access_log off;
  client_body_temp_path ${folder}/client_body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${site}
}
`

/** @param {number} port @param {string} host @param {import('node:child_process').ChildProcess} child */
async function waitForPort(port, host, child) {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline && child.exitCode === null) {
    if (await canConnect(port, host)) return
    await delay(30)
  }
  throw new Error('nginx did not start; it says why above.')
}

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
const canConnect = (port, host) =>
  new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
