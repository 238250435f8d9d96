// @ts-check
import { fail } from '../run.mjs'
import { findDue, openDemoDatabase } from './orders.mjs'
import { requireRunning } from './running.mjs'

/** Moves the time until which an order can be paid into the past: the store closes it within 15 seconds. @param {string} name */
export function expireOrder(name) {
  requireRunning()
  try {
    const { id, number, status } = findDue(name)
    if (status !== 'pending') fail(`Order #${number} is not waiting to be paid: it is ${status}.`)
    const database = openDemoDatabase(false)
    database.prepare('update orders set expires_at = ? where id = ?').run(Date.now() - 1000, id)
    database.close()
    console.log(`The time to pay order #${number} has passed. The store closes it within 15 seconds.`)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}
