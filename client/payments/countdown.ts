import { useState } from 'react'
import { markPaidCountdown } from '../../shared/orders.ts'
import { useCountdown } from '../ui/use-countdown.ts'

/** Seconds until an order may be marked as paid: counted from when its payment page was first opened in this tab. */
export function useMarkPaidCountdown(orderId: string): number {
  const [seconds] = useState(() => secondsLeft(orderId))
  return useCountdown(seconds)
}

function secondsLeft(orderId: string): number {
  const passed = (Date.now() - startOf(orderId)) / 1000
  return Math.min(markPaidCountdown, Math.max(0, markPaidCountdown - passed))
}

function startOf(orderId: string): number {
  const key = `payment-opened/${orderId}`
  const kept = Number(sessionStorage.getItem(key))
  if (kept > 0) return kept
  sessionStorage.setItem(key, String(Date.now()))
  return Date.now()
}
