import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findAnvil } from '../../scripts/local-chain.mjs'
import { findFreePort } from './app-process.ts'

const script = 'scripts/demo-chain.mjs'

/** Runs a command of the demo. @returns what it printed, and its exit code */
const run = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, text: stdout + stderr }),
    )
  })

test.describe('npm run demo:chain', () => {
  let folder: string
  let env: NodeJS.ProcessEnv
  let demo: ChildProcess | undefined
  test.beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kade-demo-chain-'))
    env = { ...process.env, DEMO_CHAIN_FOLDER: join(folder, 'demo'), PORT: String(await findFreePort()) }
  })
  test.afterEach(() => {
    demo?.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  test('says what is wrong with a command', async () => {
    expect(await run(env, 'pay')).toEqual({ code: 1, text: expect.stringContaining('The demo is not running.') })
    expect(await run(env, 'pay', '--short', 'x')).toEqual({ code: 1, text: expect.stringContaining('takes dollars') })
    expect(await run(env, 'expire')).toEqual({ code: 1, text: expect.stringContaining('Usage:') })
  })

  test('starts a store whose order is found on a chain once it is paid @thorough', async ({ page }) => {
    test.skip(findAnvil() === null, 'anvil has no build for this machine')
    test.slow()
    demo = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    demo.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    await expect.poll(() => printed, { timeout: 90_000 }).toContain('It is paid in')
    const [, url, id] = /the customer\s+(http:\/\/localhost:\d+)\/orders\/details\/(\w+)/.exec(printed)!
    const data = { email: 'sam@example.com', password: 'demo1234' }
    const { token, user } = (await (await page.request.post(`${url}/api/auth/login`, { data })).json()) as {
      token: string
      user: unknown
    }
    await page.addInitScript(
      ([storedToken, storedUser]) => {
        localStorage.setItem('token', storedToken!)
        localStorage.setItem('user', storedUser!)
      },
      [token, JSON.stringify(user)],
    )
    await page.goto(`${url}/orders/details/${id}`)
    await expect(page.getByText('Payment Pending').first()).toBeVisible()

    expect(await run(env, 'pay', 'NOSUCH')).toEqual({ code: 1, text: expect.stringContaining('No order NOSUCH waits') })
    expect(await run(env, 'pay', id!.slice(-6), '--short', '1000')).toEqual({
      code: 1,
      text: expect.stringContaining('nothing is left to send'),
    })
    expect(await run(env, 'pay', id!.slice(-6))).toEqual({ code: 0, text: expect.stringMatching(/0x[0-9a-f]{64}/) })
    await expect(page.getByText(/Seen on BNB Smart Chain · \d+ of 12 confirmations/)).toBeVisible()
    await expect(page.getByText('Paid (pending verification)').first()).toBeVisible()
    expect(await run(env, 'expire', id!)).toEqual({ code: 1, text: expect.stringContaining('it is paid') })

    demo.kill('SIGTERM')
    await once(demo, 'exit')
    expect((await run(env, 'pay')).text, 'it leaves nothing running').toContain('The demo is not running.')
  })
})
