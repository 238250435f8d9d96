import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Why a request to another server has no usable response. */
export type OutgoingFailure = 'refused-address' | 'timeout' | 'down' | 'redirect' | 'too-large'

/** Its message never contains the address, which may hold a key. */
export class OutgoingError extends Error {
  kind: OutgoingFailure
  constructor(kind: OutgoingFailure) {
    super(`The request to another server failed: ${kind}`)
    this.kind = kind
  }
}

export type OutgoingResponse = { status: number; retryAfterMs: number | null; body: string }
export type OutgoingRequest = {
  url: string
  headers?: Record<string, string>
  body: string
  /** Plain http, and only to this machine. */
  allowLoopback?: boolean
  /** Private networks too: for addresses that the operator has written into a file. */
  allowPrivate?: boolean
}

const timeoutMs = 5000
const maxResponseBytes = 1024 * 1024

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** What isn't the public internet. IPv4 addresses that are mapped into IPv6 are checked as IPv4 by BlockList. */
const nonPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  nonPublic.addSubnet(net, bits)
}
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  nonPublic.addSubnet(net, bits, 'ipv6')
}

type Scope = Pick<OutgoingRequest, 'allowLoopback' | 'allowPrivate'>

/** Whether a request may connect to an IP address. */
export function isAllowedAddress(address: string, { allowLoopback, allowPrivate }: Scope = {}): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0) return false
  if (loopback.check(address, family)) return allowLoopback === true
  return allowPrivate === true || !nonPublic.check(address, family)
}

const agents = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 16 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 16 }),
}

/**
 * Posts JSON to another server: https only, no redirects and no proxy, at most 5 s and 1 MB, and never to an address of
 * a private network, whatever its name resolves to.
 * @throws OutgoingError
 */
export async function postJson(outgoing: OutgoingRequest): Promise<OutgoingResponse> {
  const url = new URL(outgoing.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address never reaches the lookup.
  if (isIP(host) !== 0 && !isAllowedAddress(host, outgoing)) throw new OutgoingError('refused-address')
  const isPlain = url.protocol === 'http:' && outgoing.allowLoopback === true
  if (!isPlain && url.protocol !== 'https:') throw new OutgoingError('refused-address')
  // Without encryption, it doesn't leave this machine.
  const scope = isPlain ? { allowLoopback: true, onlyLoopback: true } : outgoing
  if (isPlain && isIP(host) !== 0 && !loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')) {
    throw new OutgoingError('refused-address')
  }
  return send(url, outgoing, guardedLookup(scope))
}

const guardedLookup =
  (scope: Scope & { onlyLoopback?: boolean }): LookupFunction =>
  (hostname, options, callback) =>
    dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 0)
      const isAllowed = ({ address, family }: LookupAddress) =>
        isAllowedAddress(address, scope) &&
        (!scope.onlyLoopback || loopback.check(address, family === 6 ? 'ipv6' : 'ipv4'))
      // One address of the private network is enough: a name that points at both is not to be trusted.
      if (addresses.length === 0 || !addresses.every(isAllowed)) {
        return callback(Object.assign(new Error('refused'), { code: 'EREFUSEDADDRESS' }), '', 0)
      }
      if (options.all) return (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })

function send(url: URL, { headers, body }: OutgoingRequest, lookup: LookupFunction): Promise<OutgoingResponse> {
  const isHttps = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isHttps ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: isHttps ? agents.https : agents.http,
      lookup,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    })
    const fail = (kind: OutgoingFailure) => {
      clearTimeout(timer)
      request.destroy()
      reject(new OutgoingError(kind))
    }
    const timer = setTimeout(() => fail('timeout'), timeoutMs)
    request.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EREFUSEDADDRESS' ? 'refused-address' : 'down'),
    )
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) return fail('redirect')
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxResponseBytes) return fail('too-large')
        chunks.push(chunk)
      })
      response.on('aborted', () => fail('down'))
      response.on('end', () => {
        clearTimeout(timer)
        resolve({ status, retryAfterMs: retryAfterOf(response), body: Buffer.concat(chunks).toString() })
      })
    })
    request.end(body)
  })
}

function retryAfterOf({ headers }: IncomingMessage): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1000 : null
}
