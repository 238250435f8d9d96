// @ts-check
import Database from 'better-sqlite3'
import { network } from './network.mjs'
import { databaseUrl } from './running.mjs'

/** @typedef {{ id: string, number: string, status: string, amount: string, token: 'USDT' | 'USDC', decimals: number }} Due */

/** @param {boolean} readonly */
export const openDemoDatabase = (readonly) => new Database(databaseUrl.slice('file:'.length), { readonly })

/**
 * What is asked for an order: the rest of one that is short, or else what its customer chose last on the chain.
 * @param {string} [name] its number, reference or id; without it, the newest that waits for a transfer
 * @returns {Due} @throws if there is none
 */
export function findDue(name) {
  const database = openDemoDatabase(true)
  const rows = /** @type {(Omit<Due, 'number'> & { reference: string })[]} */ (
    database
      .prepare(
        `select o.id, o.payment_reference as reference, o.payment_status as status, r.amount, r.token, r.decimals
         from payment_requests r join orders o on o.id = r.order_id
         where r.network = ? and r.freed_at is null and r.token in ('USDT', 'USDC')
         order by r.id = o.rest_request_id desc, r.id = o.request_id desc, r.created_at desc`,
      )
      .all(network.id)
  )
  database.close()
  const wanted = name && normalize(name)
  const waiting = rows.filter(({ status }) => status === 'pending' || status === 'paid')
  const row = wanted
    ? rows.find(({ id, reference }) => [id, id.slice(-6), reference].some((text) => normalize(text) === wanted))
    : waiting.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
  if (row) return { ...row, number: row.id.slice(-6).toUpperCase() }
  throw new Error(
    name
      ? `No order ${name} waits for ${network.name}. Choose crypto, ${network.id} and a token on its payment page first.`
      : `No order waits for ${network.name}. Order something, and choose crypto, ${network.id} and a token to pay it.`,
  )
}

/** @param {string} text */
const normalize = (text) => text.toUpperCase().replace(/[^0-9A-Z]/g, '')
