// @ts-check
// npm run demo:chain                                a store, a chain on this machine, and an order that is paid on it
// npm run demo:chain -- pay [order] [--short 3]     pays an order: its number, its reference, or the newest that waits
// npm run demo:chain -- expire <order>              lets the time to pay an order pass
import { parseArgs } from 'node:util'
import { fail } from './run.mjs'

const usage = `Usage: npm run demo:chain
       npm run demo:chain -- pay [order] [--short dollars | --over dollars] [--token USDT|USDC]
       npm run demo:chain -- expire <order>`

const { values, positionals } = readArguments()
const [command, order, ...others] = positionals
for (const name of /** @type {const} */ (['short', 'over'])) {
  const text = values[name]
  if (text !== undefined && !/^\d{1,6}(\.\d{1,6})?$/.test(text)) fail(`--${name} takes dollars, such as 3 or 0.5.`)
}
if (values.short !== undefined && values.over !== undefined) fail('--short and --over exclude each other.')
if (values.token !== undefined && values.token !== 'USDT' && values.token !== 'USDC') fail('--token is USDT or USDC.')
const isPlain = Object.keys(values).length === 0

if (command === undefined && isPlain) {
  const { startDemo } = await import('./demo-chain/start.mjs')
  await startDemo()
} else if (command === 'pay' && others.length === 0) {
  const { payFromTerminal } = await import('./demo-chain/pay.mjs')
  await payFromTerminal(order, values)
} else if (command === 'expire' && order !== undefined && others.length === 0 && isPlain) {
  const { expireOrder } = await import('./demo-chain/expire.mjs')
  expireOrder(order)
} else {
  fail(usage)
}

function readArguments() {
  const option = /** @type {const} */ ({ type: 'string' })
  try {
    return parseArgs({ allowPositionals: true, options: { short: option, over: option, token: option } })
  } catch {
    fail(usage)
  }
}
