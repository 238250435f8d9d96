// @ts-check
// A chain on this machine, with the store's dollar tokens, for the demo and the tests.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { createRequire } from 'node:module'
import { root } from './run.mjs'

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * A token in as little code as possible, so that no compiler is needed: `balanceOf(address)`, and `transfer(address,
 * uint256)`, which accepts more pairs after the first and makes a transfer of each. Balances are stored by address.
 */
const tokenSource = `
  PUSH 00 CALLDATALOAD PUSH e0 SHR
  DUP1 PUSH a9059cbb EQ PUSH :transfer JUMPI
  DUP1 PUSH 70a08231 EQ PUSH :balance JUMPI
  PUSH 00 PUSH 00 REVERT
  :balance PUSH 04 CALLDATALOAD SLOAD PUSH 00 MSTORE PUSH 20 PUSH 00 RETURN
  :transfer PUSH 04
  :loop CALLDATASIZE DUP2 LT PUSH :pair JUMPI
  PUSH 01 PUSH 00 MSTORE PUSH 20 PUSH 00 RETURN
  :pair DUP1 CALLDATALOAD DUP2 PUSH 20 ADD CALLDATALOAD
  CALLER SLOAD DUP2 DUP2 LT PUSH :fail JUMPI
  DUP2 SWAP1 SUB CALLER SSTORE
  DUP2 SLOAD DUP2 ADD DUP3 SSTORE
  PUSH 00 MSTORE
  CALLER PUSH ${transferTopic} PUSH 20 PUSH 00 LOG3
  PUSH 40 ADD PUSH :loop JUMP
  :fail PUSH 00 PUSH 00 REVERT
`
/** @type {Record<string, number>} */
const opcodes = {
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  SHR: 0x1c,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  JUMPDEST: 0x5b,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP3: 0x82,
  SWAP1: 0x90,
  LOG3: 0xa3,
  RETURN: 0xf3,
  REVERT: 0xfd,
}

/** @param {string} source */
function assemble(source) {
  const words = source.trim().split(/\s+/)
  /** @type {number[]} */
  const code = []
  /** @type {Map<string, number>} */
  const labels = new Map()
  /** @type {[place: number, label: string][]} */
  const jumps = []
  for (let n = 0; n < words.length; n += 1) {
    const word = /** @type {string} */ (words[n])
    if (word.startsWith(':')) {
      labels.set(word, code.length)
      code.push(/** @type {number} */ (opcodes.JUMPDEST))
    } else if (word === 'PUSH') {
      const operand = /** @type {string} */ (words[(n += 1)])
      if (operand.startsWith(':')) jumps.push([code.length + 1, operand])
      const bytes = operand.startsWith(':') ? Buffer.alloc(2) : Buffer.from(operand, 'hex')
      code.push(0x5f + bytes.length, ...bytes)
    } else {
      code.push(/** @type {number} */ (opcodes[word]))
    }
  }
  for (const [place, label] of jumps) {
    const target = /** @type {number} */ (labels.get(label))
    code[place] = target >> 8
    code[place + 1] = target & 0xff
  }
  return `0x${Buffer.from(code).toString('hex')}`
}

export const tokenCode = assemble(tokenSource)

const word = (/** @type {string | bigint} */ value) =>
  (typeof value === 'bigint' ? value.toString(16) : value.replace(/^0x/, '').toLowerCase()).padStart(64, '0')

/** The path of anvil; null where it isn't installed or has no build for this machine. */
export function findAnvil() {
  const require = createRequire(`${root}package.json`)
  try {
    const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
    const folder = require.resolve(`${name}/package.json`).replace(/package\.json$/, '')
    const file = `${folder}bin/anvil${process.platform === 'win32' ? '.exe' : ''}`
    return existsSync(file) ? file : null
  } catch {
    return null
  }
}

/**
 * Starts a chain with a rich account. @throws if anvil can't run here
 * @param {{ chainId: number, tokens: string[], blockSeconds?: number }} options without `blockSeconds`, blocks are made by `mine`
 */
export async function startLocalChain({ chainId, tokens, blockSeconds }) {
  const anvil = findAnvil()
  if (!anvil) throw new Error('anvil (@foundry-rs/anvil) is not installed for this machine')
  const port = await freePort()
  const mining = blockSeconds === undefined ? ['--no-mining'] : ['--block-time', String(blockSeconds)]
  const child = spawn(anvil, ['--port', String(port), '--chain-id', String(chainId), '--silent', ...mining], {
    stdio: 'ignore',
  })
  /** @type {Error | null} */
  let failure = null
  child.on('error', (error) => (failure = error))
  // Also when this process ends in the middle of something.
  const kill = () => void child.kill()
  process.once('exit', kill)
  child.on('exit', (code) => (failure ??= new Error(`anvil ended with ${code}`)))
  const url = `http://127.0.0.1:${port}`

  const call = callAt(url)
  const deadline = Date.now() + 20_000
  for (;;) {
    if (failure) throw failure
    if (await call('eth_chainId').catch(() => null)) break
    if (Date.now() > deadline) throw new Error('anvil did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const payer = /** @type {string} */ ((await call('eth_accounts'))[0])
  for (const token of tokens) {
    await call('anvil_setCode', token, tokenCode)
    await call('anvil_setStorageAt', token, `0x${word(payer)}`, `0x${word(10n ** 30n)}`)
  }

  return {
    ...(await connectToChain(url)),
    mine: (blocks = 1) => call('anvil_mine', `0x${blocks.toString(16)}`),
    async stop() {
      if (child.exitCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      process.off('exit', kill)
    },
  }
}

/** The rich account of a local chain that runs. @param {string} url */
export async function connectToChain(url) {
  const call = callAt(url)
  const payer = /** @type {string} */ ((await call('eth_accounts'))[0])
  return {
    url,
    call,
    payer,
    /**
     * Sends tokens, in one transaction to one address or several. @returns the hash of the transaction
     * @param {string} token @param {[to: string, amount: bigint][]} pairs
     */
    async transfer(token, ...pairs) {
      const data = `0xa9059cbb${pairs.map(([to, amount]) => word(to) + word(amount)).join('')}`
      const hash = await call('eth_sendTransaction', { from: payer, to: token, data, gas: '0x7a120' })
      return /** @type {string} */ (hash)
    },
  }
}

/** @param {string} url @returns {(method: string, ...params: unknown[]) => Promise<any>} */
const callAt =
  (url) =>
  async (method, ...params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const answer = await response.json()
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
