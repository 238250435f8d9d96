import { useState } from 'react'
import { markPaidCountdownSeconds } from '../../shared/orders/rules.ts'
import { useCountdown } from '../ui/use-countdown.ts'
import { paymentOpenedPrefix } from './storage-keys.ts'

/** Seconds until an order may be marked as paid, counted from when its payment page was first opened in this tab. */
export function useMarkPaidCountdown(orderId: string): number {
  const [seconds] = useState(() => secondsLeft(orderId))
  return useCountdown(seconds)
}

function secondsLeft(orderId: string): number {
  const elapsedSeconds = (Date.now() - openedAt(orderId)) / 1000
  return Math.min(markPaidCountdownSeconds, Math.max(0, markPaidCountdownSeconds - elapsedSeconds))
}

function openedAt(orderId: string): number {
  const key = `${paymentOpenedPrefix}/${orderId}`
  const stored = Number(sessionStorage.getItem(key))
  if (stored > 0) return stored
  sessionStorage.setItem(key, String(Date.now()))
  return Date.now()
}
