import type { EndpointError, EndpointHealth } from '../../shared/payments/chain-schema.ts'
import { OutgoingError, type OutgoingResponse } from '../http/outgoing.ts'

/** An endpoint has not said anything, which is no fact about a transfer. Its message never contains the endpoint's address, which may hold a key. */
export class RpcError extends Error {
  kind: EndpointError
  retryAfterMs: number | null
  constructor(kind: EndpointError, retryAfterMs: number | null = null) {
    super(`The endpoint has no answer: ${kind}`)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

export type Call = (method: string, ...params: unknown[]) => Promise<unknown>
export type Post = (body: string) => Promise<OutgoingResponse>

const limitCodes = [-32005, -32029]
let lastId = 0

/** Calls one endpoint over JSON-RPC. @throws RpcError */
export const createCall =
  (post: Post): Call =>
  async (method, ...params) => {
    const id = (lastId += 1)
    const response = await post(JSON.stringify({ jsonrpc: '2.0', id, method, params })).catch((error: unknown) => {
      const kind = error instanceof OutgoingError ? error.kind : 'down'
      throw new RpcError(kind === 'timeout' ? 'timeout' : kind === 'down' ? 'down' : 'refused')
    })
    if (response.status === 429) throw new RpcError('limited', response.retryAfterMs)
    if (response.status === 401 || response.status === 403) throw new RpcError('refused')
    const answer = parse(response.body)
    if (answer?.error) {
      throw new RpcError(limitCodes.includes(Number(answer.error.code)) ? 'limited' : 'refused', response.retryAfterMs)
    }
    // A proxy that mixes answers up would report another transaction's receipt.
    if (!answer || answer.id !== id || !('result' in answer)) throw new RpcError('garbled')
    return answer.result
  }

type Answer = { id?: unknown; result?: unknown; error?: { code?: unknown } | null }

function parse(body: string): Answer | null {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : null
  } catch {
    return null
  }
}

export type Endpoint = {
  call: Call
  /** The current block number. @throws RpcError */
  readHead(): Promise<number>
  health(): EndpointHealth
}

const firstBackoffMs = 5_000
const maxBackoffMs = 5 * 60_000
const suspensionMs = 60_000
const maxFailures = 5
const chainIdEveryMs = 3_600_000

/**
 * One endpoint of a network. One that limits us is left alone for as long as it says, or for 5 s and twice as long each
 * time; one that fails five times, for a minute; one that belongs to another chain, until it says otherwise.
 */
export function createEndpoint(post: Post, chainId: number, now: () => number = Date.now): Endpoint {
  const send = createCall(post)
  let failures = 0
  let backoffMs = firstBackoffMs
  let suspendedUntil = 0
  let chainCheckedAt = -Infinity
  let isOtherChain = false
  let head: number | null = null
  let answeredAt: number | null = null
  let lastError: EndpointError | null = null

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    if (now() < suspendedUntil) throw new RpcError('suspended')
    try {
      const result = await send(method, ...params)
      failures = 0
      backoffMs = firstBackoffMs
      lastError = null
      answeredAt = now()
      return result
    } catch (error) {
      if (error instanceof RpcError) noteFailure(error)
      throw error
    }
  }

  function noteFailure({ kind, retryAfterMs }: RpcError) {
    lastError = kind
    if (kind === 'limited') {
      suspendedUntil = now() + (retryAfterMs ?? backoffMs)
      if (retryAfterMs === null) backoffMs = Math.min(backoffMs * 2, maxBackoffMs)
      return
    }
    // An answer that refuses one call isn't an outage.
    if (kind === 'refused') return
    failures += 1
    if (failures < maxFailures) return
    failures = 0
    suspendedUntil = now() + suspensionMs
  }

  async function assertChain() {
    if (now() - chainCheckedAt >= (isOtherChain ? suspensionMs : chainIdEveryMs)) {
      const reported = parseQuantity(await call('eth_chainId'))
      chainCheckedAt = now()
      isOtherChain = reported !== chainId
    }
    if (isOtherChain) throw new RpcError('wrong-chain')
  }

  return {
    call,
    async readHead() {
      await assertChain()
      head = parseQuantity(await call('eth_blockNumber'))
      return head
    },
    health: () => ({
      state: isOtherChain ? 'wrong-chain' : lastError ? 'failing' : answeredAt === null ? 'new' : 'working',
      head,
      answeredAt,
      lastError: isOtherChain ? 'wrong-chain' : lastError,
    }),
  }
}

/** A number as JSON-RPC writes it: `0x1f`. @throws RpcError */
export function parseQuantity(value: unknown): number {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,14}$/i.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new RpcError('garbled')
  return number
}
