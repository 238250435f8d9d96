import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

test('System: backups and alarms appear live, and the last state stays when the connection is lost', async ({
  logIn,
  app,
}) => {
  const { databaseFile } = app
  const { page, context } = await logIn('staff@example.com')
  await page.goto('/admin/system')
  const tile = (label: string) => page.locator('.surface').filter({ has: page.getByText(label, { exact: true }) })
  await expect(tile('Processes')).toContainText('on SQLite')
  await expect(tile('Last backup')).toContainText('A demo store needs none')
  await expect(page.getByRole('table').first()).toBeVisible()

  const env = { ...process.env, DATABASE_URL: `file:${databaseFile}` }
  execFileSync(process.execPath, ['scripts/backup.mjs', join(databaseFile, '../backup.db')], { env })
  await expect(tile('Last backup')).toContainText('Just now')

  const alarm = page.getByRole('status').getByText('One email could not be delivered in the last 24 hours.')
  await expect(alarm).toHaveCount(0)
  const database = new Database(databaseFile)
  database
    .prepare(
      `insert into outbox (id, kind, recipient, payload, priority, state, attempts, next_at, created_at)
       values ('failed', 'order_received', 'nobody@example.com', '{}', 0, 'failed', 7, @now, @now)`,
    )
    .run({ now: Date.now() })
  database.close()
  await expect(alarm).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText(/offline|Reconnecting/i).first()).toBeVisible()
  await expect(alarm).toBeVisible()
  await context.setOffline(false)
})
