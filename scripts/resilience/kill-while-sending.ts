import { SMTPServer } from 'smtp-server'
import { createDatabase } from './fill.ts'
import type { Result } from './main.ts'
import { createTemporaryFolder, findFreePort, inParallel, startServer, wait } from './server-process.ts'

const rounds = 6
const customersPerRound = 8
const maxWaitMs = 90_000

/** Checkouts while the app is killed again and again: the email about each of them arrives, under one Message-ID. */
export async function killWhileSending(): Promise<Result> {
  const port = await findFreePort()
  /** The Message-IDs that arrived, by subject. */
  const arrived = new Map<string, Set<string>>()
  let count = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onData(stream, _, callback) {
      let source = ''
      stream.setEncoding('utf8').on('data', (part: string) => (source += part))
      stream.on('end', () => {
        const subject = /^Subject: (.+)\r$/m.exec(source)?.[1] ?? ''
        const messageId = /^Message-ID: (.+)\r$/m.exec(source)?.[1] ?? ''
        arrived.set(subject, (arrived.get(subject) ?? new Set()).add(messageId))
        count += 1
        // Slow enough that some kills fall between this answer and the app's note of it.
        setTimeout(callback, Math.random() * 30)
      })
    },
  })
  // A killed app leaves its connections open.
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', () => resolve()))
  const folder = createTemporaryFolder()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` }
  const { customers } = await createDatabase(folder, rounds * customersPerRound)
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer({ folder, settings })
    const batch = customers.slice(round * customersPerRound, (round + 1) * customersPerRound)
    const orders = inParallel(batch, 4, async ({ token }) => {
      const { status, text } = await server.call('POST', '/checkout', { token, body: { paymentMethod: 'bank' } })
      if (status === 200) acknowledged.push((JSON.parse(text) as { data: { _id: string } }).data._id)
    }).catch(() => undefined)
    // At any moment, from before the first answer to after the last email.
    await Promise.race([orders.then(() => wait(Math.random() * 400)), wait(50 + Math.random() * 500)])
    await server.stop('SIGKILL')
    await orders
  }
  const subjects = acknowledged.map((id) => `Order #${id.slice(-6).toUpperCase()} received`)
  const missing = () => subjects.filter((subject) => !arrived.has(subject))
  const last = await startServer({ folder, settings })
  const deadline = performance.now() + maxWaitMs
  while (missing().length > 0 && performance.now() < deadline) await wait(100)
  await last.remove()
  await new Promise<void>((resolve) => smtp.close(resolve))

  const severalIds = [...arrived].filter(([, ids]) => ids.size > 1)
  const problems = [
    ...missing().map((subject) => `never arrived: ${subject}`),
    ...severalIds.map(([subject]) => `arrived under several Message-IDs: ${subject}`),
  ]
  return {
    ok: problems.length === 0 && acknowledged.length > 0,
    figures: `${rounds} kills, ${acknowledged.length} orders acknowledged, ${missing().length} emails lost, ${count - arrived.size} sent twice with the same Message-ID`,
    problems,
  }
}
