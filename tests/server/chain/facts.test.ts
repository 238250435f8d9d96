import { describe, expect, it } from 'vitest'
import { readFacts, scanTransfers, topicOf } from '../../../server/chain/facts.ts'
import { createCall, createEndpoint, type Post, type RpcError } from '../../../server/chain/rpc.ts'

const us = '0x00000000000000000000000000000000feed0004'
const token = '0x55d398326f99059fF775485246999027B3197955'
const hash = `0x${'ab'.repeat(32)}`
const blockHash = `0x${'01'.repeat(32)}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const payer = topicOf(`0x${'77'.repeat(20)}`)

const log = (fields: Record<string, unknown> = {}) => ({
  address: token,
  topics: [transferTopic, payer, topicOf(us)],
  data: `0x${5n.toString(16).padStart(64, '0')}`,
  transactionHash: hash,
  logIndex: '0x3',
  ...fields,
})
const receipt = (logs: unknown[], fields: Record<string, unknown> = {}) => ({
  transactionHash: hash,
  blockHash,
  blockNumber: '0xa',
  status: '0x1',
  logs,
  ...fields,
})
/** An endpoint with these results, by method. */
const callOf = (results: Record<string, unknown>) => (method: string) => Promise.resolve(results[method] ?? null)
const facts = (results: Record<string, unknown>, head = 12) =>
  readFacts(callOf({ eth_getBlockByNumber: { hash: blockHash, timestamp: '0x64' }, ...results }), {
    hash,
    to: us,
    head,
  })

describe('what an endpoint reports about a transaction', () => {
  it('is its transfers to us, each with its place in the transaction', async () => {
    const logs = [
      log({ topics: [transferTopic, payer, topicOf(token)] }),
      log({ topics: [transferTopic, payer, topicOf(us), `0x${'0'.repeat(63)}1`], data: '0x' }),
      log(),
    ]
    expect(await facts({ eth_getTransactionReceipt: receipt(logs) })).toEqual({
      seen: 'mined',
      status: 'success',
      blockHash,
      block: 10,
      timeMs: 100_000,
      confirmations: 3,
      transfers: [{ ordinal: 2, token: token.toLowerCase(), from: `0x${'77'.repeat(20)}`, value: 5n }],
    })
  })

  it.each([
    ['an NFT', log({ topics: [transferTopic, payer, topicOf(us), payer], data: '0x' })],
    ['an NFT with an amount', log({ topics: [transferTopic, payer, topicOf(us), payer] })],
    ['a transfer of nothing', log({ data: `0x${'0'.repeat(64)}` })],
    ['another event', log({ topics: [payer, payer, topicOf(us)] })],
    ['a transfer to someone else', log({ topics: [transferTopic, payer, payer] })],
    ['more data than an amount', log({ data: `0x${'1'.repeat(128)}` })],
    ['a log that was removed', log({ removed: true })],
  ])('%s is none', async (_, entry) => {
    expect(await facts({ eth_getTransactionReceipt: receipt([entry]) })).toMatchObject({ transfers: [] })
  })

  it('is not known, pending, or moving between blocks', async () => {
    expect(await facts({})).toEqual({ seen: 'unknown', head: 12 })
    expect(await facts({ eth_getTransactionByHash: {} })).toEqual({ seen: 'mempool', head: 12 })
    const moving = { eth_getTransactionReceipt: receipt([log()], { blockHash: `0x${'02'.repeat(32)}` }) }
    expect(await facts(moving)).toEqual({ seen: 'moving', head: 12 })
    expect(await facts({ eth_getTransactionReceipt: receipt([log()]), eth_getBlockByNumber: null })).toMatchObject({
      seen: 'moving',
    })
  })

  it('has no confirmations while its head is behind its block, and says so when it failed', async () => {
    expect(await facts({ eth_getTransactionReceipt: receipt([log()]) }, 9)).toMatchObject({ confirmations: 0 })
    expect(await facts({ eth_getTransactionReceipt: receipt([], { status: '0x0' }) })).toMatchObject({
      status: 'reverted',
    })
  })

  it.each([
    ['of another transaction', receipt([log()], { transactionHash: `0x${'cd'.repeat(32)}` })],
    ['without logs', receipt(null as never)],
    ['that is text', 'yes'],
    ['with a log that is none', receipt([7])],
  ])('a receipt %s is garbled', async (_, garbled) => {
    await expect(facts({ eth_getTransactionReceipt: garbled })).rejects.toMatchObject({ kind: 'garbled' })
  })

  it('finds the transfers to us in some blocks', async () => {
    const logs = [log(), log(), log({ topics: [transferTopic, payer, payer], transactionHash: `0x${'ee'.repeat(32)}` })]
    const place = { to: us, tokens: [token], fromBlock: 1, toBlock: 2 }
    expect(await scanTransfers(callOf({ eth_getLogs: logs }), place)).toEqual(
      [1, 2].map(() => ({ hash: 'AB'.repeat(32), token: token.toLowerCase(), value: 5n })),
    )
    await expect(scanTransfers(callOf({ eth_getLogs: {} }), place)).rejects.toMatchObject({ kind: 'garbled' })
  })
})

describe('an endpoint', () => {
  const answer =
    (fields: Record<string, unknown>, status = 200, retryAfterMs: number | null = null): Post =>
    (body) =>
      Promise.resolve({
        status,
        retryAfterMs,
        body: JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(body) as { id: number }).id, ...fields }),
      })
  const kindOf = (post: Post) => createCall(post)('eth_blockNumber').catch((error: RpcError) => error.kind)

  it('answers, or fails in a kind that is never a fact', async () => {
    expect(await kindOf(answer({ result: '0x1' }))).toBe('0x1')
    expect(await kindOf(answer({ result: '0x1', id: -1 }))).toBe('garbled')
    expect(await kindOf(answer({}))).toBe('garbled')
    expect(await kindOf(() => Promise.resolve({ status: 200, retryAfterMs: null, body: '<html>' }))).toBe('garbled')
    expect(await kindOf(answer({ result: null }, 429))).toBe('limited')
    expect(await kindOf(answer({ error: { code: -32005 } }))).toBe('limited')
    expect(await kindOf(answer({ error: { code: -32601 } }))).toBe('refused')
    expect(await kindOf(answer({}, 403))).toBe('refused')
    expect(await kindOf(() => Promise.reject(new Error('reset')))).toBe('down')
  })

  it('is left alone for as long as it asks, then 5 s, 10 s, and 5 minutes at most', async () => {
    let time = 0
    let asked = 0
    let retryAfterMs: number | null = 7000
    const post: Post = (body) => ((asked += 1), answer({}, 429, retryAfterMs)(body))
    const endpoint = createEndpoint(post, 56, () => time)
    const attempt = () => endpoint.call('eth_blockNumber').catch((error: RpcError) => error.kind)
    expect([await attempt(), await attempt(), asked]).toEqual(['limited', 'suspended', 1])
    time = 7000
    expect([await attempt(), asked]).toEqual(['limited', 2])
    retryAfterMs = null
    const waits: number[] = []
    for (let round = 0; round < 9; round += 1) {
      const from = time
      while ((await attempt()) === 'suspended') time += 1000
      waits.push((time - from) / 1000)
    }
    expect(waits).toEqual([7, 5, 10, 20, 40, 80, 160, 300, 300])
  })

  it('is suspended for a minute after five failures, and starts counting again after an answer', async () => {
    let [time, asked, isDown] = [0, 0, true]
    const post: Post = (body) => (
      (asked += 1),
      isDown ? Promise.reject(new Error('reset')) : answer({ result: '0x1' })(body)
    )
    const endpoint = createEndpoint(post, 56, () => time)
    const attempt = () => endpoint.call('eth_blockNumber').catch((error: RpcError) => error.kind)
    for (let n = 0; n < 5; n += 1) expect(await attempt()).toBe('down')
    expect([await attempt(), asked]).toEqual(['suspended', 5])
    expect(endpoint.health()).toMatchObject({ state: 'failing', lastError: 'down', answeredAt: null })
    ;[time, isDown] = [60_000, false]
    expect(await attempt()).toBe('0x1')
    expect(endpoint.health()).toMatchObject({ state: 'working', lastError: null, answeredAt: 60_000 })
  })

  it('that belongs to another chain says nothing, until it belongs to ours', async () => {
    let [time, chainId] = [0, '0x1']
    const post: Post = (body) =>
      answer({ result: (JSON.parse(body) as { method: string }).method === 'eth_chainId' ? chainId : '0x10' })(body)
    const endpoint = createEndpoint(post, 56, () => time)
    await expect(endpoint.readHead()).rejects.toMatchObject({ kind: 'wrong-chain' })
    expect(endpoint.health()).toMatchObject({ state: 'wrong-chain' })
    chainId = '0x38'
    await expect(endpoint.readHead()).rejects.toMatchObject({ kind: 'wrong-chain' })
    time = 60_000
    expect(await endpoint.readHead()).toBe(16)
    chainId = '0x1'
    time += 3_600_000
    await expect(endpoint.readHead(), 'checked again hourly').rejects.toMatchObject({ kind: 'wrong-chain' })
  })
})
