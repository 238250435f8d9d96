import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Network } from '../../../shared/payments/schema.ts'
import { chains } from '../../../shared/payments/wallet-link.ts'
import { toNodeAddress } from '../../../server/config/network-notation.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const maxBlockRange = 5000

type Log = { address: string; topics: string[]; data: string }
type Transaction = { hash: string; isSuccess: boolean; logs: Log[] }
type Block = { number: number; hash: string; timestamp: number; transactions: Transaction[] }
export type TransferOptions = { token?: string; to: string; amount: bigint; isSuccess?: boolean }
/** What a node does to a result; undefined drops the connection, a promise keeps it waiting. */
export type Behaviour = (method: string, result: unknown) => unknown
type Params = [unknown, unknown?]

const honest: Behaviour = (_, result) => result
const quantity = (value: number) => `0x${value.toString(16)}`
const word = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
const isHash = (value: unknown) => typeof value === 'string' && /^(0x)?[0-9a-f]{64}$/i.test(value)
/** Nodes take no base58 addresses. */
const isAddress = (value: unknown) => typeof value === 'string' && /^(0x)?(41)?[0-9a-f]{40}$/i.test(value)

class InvalidParams extends Error {}

/** A chain in memory, as java-tron shows TRON over JSON-RPC: hex addresses without 41, block ids that begin with the number. */
export function createSimulatedChain(network: Network = 'TRC20') {
  const first = 70_000_000
  const blocks: Block[] = []
  const mine = (transactions: Transaction[] = []) => {
    const number = first + blocks.length
    const hash = createHash('sha256')
      .update(`${number} ${randomBytes(8).toString('hex')}`)
      .digest('hex')
      .slice(16)
    const timestamp = Math.floor(Date.now() / 1000)
    blocks.push({ number, hash: `0x${word(quantity(number)).slice(-16)}${hash}`, timestamp, transactions })
  }
  mine()

  const find = (hash: string) =>
    blocks
      .flatMap((block) => block.transactions.map((transaction, index) => ({ block, transaction, index })))
      .find(({ transaction }) => transaction.hash === hash.replace(/^0x/, '').toLowerCase())
  const logsOf = (block: Block, { hash, logs }: Transaction, index: number) =>
    logs.map((log, logIndex) => ({
      ...log,
      blockHash: block.hash,
      blockNumber: quantity(block.number),
      logIndex: quantity(logIndex),
      transactionHash: `0x${hash}`,
      transactionIndex: quantity(index),
      removed: false,
    }))

  const methods: Record<string, (...params: Params) => unknown> = {
    eth_chainId: () => quantity(chains[network].chainId),
    eth_blockNumber: () => quantity(blocks.at(-1)!.number),
    eth_getTransactionReceipt(hash) {
      if (!isHash(hash)) throw new InvalidParams('invalid hash value')
      const found = find(hash as string)
      if (!found) return null
      const { block, transaction, index } = found
      return {
        blockHash: block.hash,
        blockNumber: quantity(block.number),
        transactionHash: `0x${transaction.hash}`,
        status: transaction.isSuccess ? '0x1' : '0x0',
        logs: logsOf(block, transaction, index),
      }
    },
    eth_getTransactionByHash(hash) {
      if (!isHash(hash)) throw new InvalidParams('invalid hash value')
      const found = find(hash as string)
      return found ? { hash: `0x${found.transaction.hash}`, blockHash: found.block.hash } : null
    },
    eth_getBlockByNumber(number) {
      const block = blocks[Number(number) - first]
      return block ? { number, hash: block.hash, timestamp: quantity(block.timestamp) } : null
    },
    eth_getLogs(filter) {
      const { address, topics, fromBlock, toBlock } = filter as {
        address: string[]
        topics: (string | null)[]
        fromBlock: string
        toBlock: string
      }
      if (!address.every(isAddress)) throw new InvalidParams('invalid address at index 0')
      if (Number(toBlock) - Number(fromBlock) > maxBlockRange) throw new InvalidParams('exceed max block range: 5000')
      return blocks
        .filter(({ number }) => number >= Number(fromBlock) && number <= Number(toBlock))
        .flatMap((block) => block.transactions.flatMap((transaction, index) => logsOf(block, transaction, index)))
        .filter(
          (log) =>
            address.includes(log.address) && topics.every((topic, i) => topic === null || topic === log.topics[i]),
        )
    },
  }

  return {
    answer(method: string, params: Params): unknown {
      const run = methods[method]
      if (!run) throw new Error('method not found')
      return run(...params)
    },
    /** Adds empty blocks. */
    mine: (count = 1) => {
      for (let n = 0; n < count; n += 1) mine()
    },
    /** Replaces the last blocks by as many empty ones and one more, with what they held. */
    reorganize(depth: number) {
      const moved = blocks.splice(-depth).flatMap(({ transactions }) => transactions)
      for (let n = 0; n < depth; n += 1) mine()
      mine(moved)
    },
    /** Sends a token, from anybody, in a block of its own. @returns the transaction's hash, as wallets show it */
    transfer({
      token = chains[network].contracts.USDT!.address,
      to,
      amount,
      isSuccess = true,
    }: TransferOptions): string {
      const hash = randomBytes(32).toString('hex')
      const log: Log = {
        address: toNodeAddress(network, token),
        topics: [transferTopic, `0x${word('77'.repeat(20))}`, `0x${word(toNodeAddress(network, to))}`],
        data: `0x${word(amount.toString(16))}`,
      }
      mine([{ hash, isSuccess, logs: isSuccess ? [log] : [] }])
      return hash
    },
  }
}

export type SimulatedChain = ReturnType<typeof createSimulatedChain>
export type SimulatedNode = { server: Server; url: string; behaviour: Behaviour; calls: string[] }

/** Opens a node in front of the chain. @param apiKey without this key, it answers 401 as providers do */
export async function openSimulatedNode(chain: SimulatedChain, apiKey?: string): Promise<SimulatedNode> {
  const server = createServer()
  const node: SimulatedNode = { server, url: '', behaviour: honest, calls: [] }
  server.on('request', (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: Params }
      node.calls.push(method)
      if (apiKey !== undefined && request.headers['tron-pro-api-key'] !== apiKey) {
        response.statusCode = 401
        return response.end('{}')
      }
      void resultOf(() => node.behaviour(method, chain.answer(method, params))).then((answer) =>
        answer === undefined ? response.destroy() : response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer })),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jsonrpc`
  return node
}

async function resultOf(answer: () => unknown) {
  try {
    const result = await answer()
    return result === undefined ? undefined : { result }
  } catch (error) {
    const code = error instanceof InvalidParams ? -32602 : -32601
    return { error: { code, message: (error as Error).message, data: '{}' } }
  }
}
