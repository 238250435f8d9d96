// @ts-check
import { mkdirSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { findAnvil, startLocalChain } from '../local-chain.mjs'
import { exitWithNpm, fail, root } from '../run.mjs'
import { clearSettings } from '../settings.mjs'
import { build, install } from '../setup.mjs'
import { network, tokens, writeSettings } from './network.mjs'
import { pay } from './pay.mjs'
import { placeOrder } from './place-order.mjs'
import { databaseUrl, folder, readRunning, writeRunning } from './running.mjs'

const blockSeconds = 5
/** How long the order waits, so that there is time to open its pages. */
const payAfterSeconds = 60

/** Starts the chain and the store, and pays an order of Sam's. Every start begins with a new chain and a new database. */
export async function startDemo() {
  exitWithNpm()
  await install()
  if (!findAnvil()) {
    fail(`This demo needs anvil (@foundry-rs/anvil), which has no build for ${process.platform} ${process.arch}.`)
  }
  const other = readRunning()
  if (other) fail(`The demo is running already: ${other.storeUrl}`)
  await build()

  process.chdir(root)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const chain = await startLocalChain({ chainId: network.chainId, tokens, blockSeconds }).catch((error) =>
    fail(`The chain could not be started: ${error.message}`),
  )
  const { PORT: port = '3000', LOG_LEVEL: logLevel = 'warn' } = process.env
  clearSettings()
  const storeUrl = `http://localhost:${port}`
  const settings = { PORT: port, LOG_LEVEL: logLevel, NODE_ENV: 'production', DATABASE_URL: databaseUrl }
  Object.assign(process.env, settings, writeSettings(folder, chain.url))
  await import(new URL('../../dist/server/main.js', import.meta.url).href)
  writeRunning({ pid: process.pid, chainUrl: chain.url, storeUrl })

  const { id, number } = await placeOrder(storeUrl).catch((error) => fail(`Sam’s order was refused: ${error.message}`))
  console.log(`
A chain runs on this machine, with a block every ${blockSeconds} seconds and a wallet full of demo dollars.
Sam's order #${number} waits for ${network.name}. Open both pages, each in a browser of its own:
  the customer  ${storeUrl}/orders/details/${id}   (sam@example.com, demo1234)
  the staff     ${storeUrl}/admin/orders/${id}   (mira@example.com, demo1234)
It is paid in ${payAfterSeconds} seconds${process.stdin.isTTY ? ', or as soon as you press Enter' : ''}. Ctrl-C ends the demo.
`)
  await waitForEnter(payAfterSeconds * 1000)
  await pay(number, {}).then(
    (text) =>
      console.log(`${text}\nIt takes a minute until it has enough confirmations. The README says what else to try.`),
    (error) => console.log(`The order was not paid: ${error.message}`),
  )
}

/** @param {number} ms at most */
function waitForEnter(ms) {
  return new Promise((resolve) => {
    const lines = process.stdin.isTTY ? createInterface({ input: process.stdin }) : null
    const timer = setTimeout(done, ms)
    lines?.once('line', done)
    lines?.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    function done() {
      clearTimeout(timer)
      lines?.close()
      resolve(undefined)
    }
  })
}
