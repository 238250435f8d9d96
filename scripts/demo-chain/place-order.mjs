// @ts-check
import { network } from './network.mjs'

/**
 * Orders something as Sam and chooses to pay it on the chain, over the store's API.
 * @param {string} storeUrl @returns {Promise<{ id: string, number: string }>} @throws if the store refuses a call
 */
export async function placeOrder(storeUrl) {
  let token = ''
  /** @type {(method: string, path: string, body?: unknown) => Promise<any>} */
  async function call(method, path, body) {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`${storeUrl}/api${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.message}`)
    return answer
  }
  ;({ token } = await call('POST', '/auth/login', { email: 'sam@example.com', password: 'demo1234' }))
  const { data: items } = await call('GET', '/items?sortBy=price-low&limit=100')
  const item = items.find((/** @type {{ price: number }} */ { price }) => price >= 20)
  await call('POST', '/cart', { item: item._id })
  const { data: order } = await call('POST', '/checkout', { paymentMethod: 'crypto' })
  const choice = { method: 'crypto', network: network.id, token: 'USDT' }
  await call('POST', `/checkout/${order._id}/payment-request`, choice)
  await call('POST', '/auth/logout')
  return { id: order._id, number: order._id.slice(-6).toUpperCase() }
}
