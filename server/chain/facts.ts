import { type Call, parseQuantity, RpcError } from './rpc.ts'

/** A token transfer to the store's address. Addresses are as nodes write them; `ordinal` is its place in the transaction: the place in the block can change. */
export type Transfer = { ordinal: number; token: string; from: string; value: bigint }

export type MinedFacts = {
  seen: 'mined'
  status: 'success' | 'reverted'
  blockHash: string
  block: number
  /** When its block was made, in milliseconds since 1970. */
  timeMs: number
  confirmations: number
  transfers: Transfer[]
}
/** What one endpoint reports about a transaction. `silent`: nothing at all. */
export type Facts = MinedFacts | { seen: 'mempool' | 'unknown' | 'moving'; head: number } | { seen: 'silent' }

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Transfers in one transaction that are looked at: a batch pays many. */
const maxLogs = 10_000

/** An address as a log's topic. */
export const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/**
 * Reads what one endpoint knows about a transaction.
 * @param hash with 0x
 * @param to the store's address as nodes write it
 * @param head the endpoint's current block
 * @throws RpcError
 */
export async function readFacts(call: Call, { hash, to, head }: { hash: string; to: string; head: number }) {
  const receipt = await call('eth_getTransactionReceipt', hash)
  if (receipt === null) {
    const pending = await call('eth_getTransactionByHash', hash)
    return { seen: pending === null ? 'unknown' : 'mempool', head } satisfies Facts
  }
  const { transactionHash, blockNumber, blockHash, status, logs } = fieldsOf(receipt)
  if (!isSameHex(transactionHash, hash) || typeof blockHash !== 'string' || !Array.isArray(logs)) throw garbled()
  if (logs.length > maxLogs) throw garbled()
  const block = await call('eth_getBlockByNumber', blockNumber, false)
  // A reorg in progress: the receipt is of a block that isn't there any more.
  if (block === null || !isSameHex(fieldsOf(block).hash, blockHash)) return { seen: 'moving', head } satisfies Facts
  const number = parseQuantity(blockNumber)
  return {
    seen: 'mined',
    status: status === '0x1' ? 'success' : 'reverted',
    blockHash: blockHash.toLowerCase(),
    block: number,
    timeMs: parseQuantity(fieldsOf(block).timestamp) * 1000,
    confirmations: Math.max(0, head - number + 1),
    transfers: logs.flatMap((log, ordinal) => transferIn(log, ordinal, to) ?? []),
  } satisfies Facts
}

/** The ERC-20 transfer to `to` that a log records; null for anything else. An NFT's transfer has four topics. */
export function transferIn(log: unknown, ordinal: number, to: string): Transfer | null {
  const { address, topics, data, removed } = fieldsOf(log)
  if (removed === true || typeof address !== 'string' || !Array.isArray(topics) || typeof data !== 'string') return null
  if (topics.length !== 3 || !isSameHex(topics[0], transferTopic) || !isSameHex(topics[2], topicOf(to))) return null
  if (!/^0x[0-9a-f]{64}$/i.test(data) || typeof topics[1] !== 'string' || !/^0x[0-9a-f]{64}$/i.test(topics[1]))
    return null
  const value = BigInt(data)
  // Transfers of nothing are sent to confuse people who copy addresses.
  if (value === 0n) return null
  return { ordinal, token: address.toLowerCase(), from: `0x${topics[1].slice(26).toLowerCase()}`, value }
}

type Place = { to: string; tokens: string[]; fromBlock: number; toBlock: number }

/** A transfer to the store's address that one endpoint has in a block. */
export type FoundTransfer = { hash: string; token: string; value: bigint }

/**
 * The transfers to the store's address in some blocks. It only finds: an empty list proves nothing, and what it finds is
 * checked by its receipt.
 * @throws RpcError
 */
export async function scanTransfers(call: Call, { to, tokens, fromBlock, toBlock }: Place): Promise<FoundTransfer[]> {
  const logs = await call('eth_getLogs', {
    fromBlock: `0x${fromBlock.toString(16)}`,
    toBlock: `0x${toBlock.toString(16)}`,
    address: tokens,
    topics: [transferTopic, null, topicOf(to)],
  })
  if (!Array.isArray(logs)) throw garbled()
  return logs.flatMap((log) => {
    const { transactionHash: hash } = fieldsOf(log)
    const transfer = transferIn(log, 0, to)
    if (!transfer || typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) return []
    return { hash: hash.slice(2).toUpperCase(), token: transfer.token, value: transfer.value }
  })
}

type Fields = Record<string, unknown>

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw garbled()
  return value as Fields
}

const isSameHex = (one: unknown, other: string) => typeof one === 'string' && one.toLowerCase() === other.toLowerCase()

const garbled = () => new RpcError('garbled')
