import type { ReactNode } from 'react'
import type { PaymentMethod, Token } from '../../shared/payments/schema.ts'

const Mark = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 32 32" width="32" height="32" className="mark" aria-hidden="true" focusable="false">
    {children}
  </svg>
)

const BankMark = () => (
  <Mark>
    <rect width="32" height="32" rx="8" className="mark-bank" />
    <path
      d="M16 6.5 6.5 11.5v2h19v-2zM8.5 15.5h2.6v7H8.5zm6.2 0h2.6v7h-2.6zm6.2 0h2.6v7h-2.6zM6.5 24h19v2h-19z"
      className="mark-bank-lines"
    />
  </Mark>
)

const BinanceMark = () => (
  <Mark>
    <rect width="32" height="32" rx="8" className="mark-binance" />
    <path
      d="m11.6 13.9 4.4-4.4 4.4 4.4 2.6-2.6-7-7-7 7zM4.4 16 7 13.4 9.6 16 7 18.6zm7.2 2.1 4.4 4.4 4.4-4.4 2.6 2.6-7 7-7-7zM22.4 16l2.6-2.6 2.6 2.6-2.6 2.6zm-3.8 0L16 18.6 13.4 16l2.6-2.6z"
      fill="#f0b90b"
    />
  </Mark>
)

type TokenShape = {
  colour: string
  /** White, and how opaque. */
  paths: (string | [path: string, opacity: number])[]
}

const tokenShapes: Record<Token, TokenShape> = {
  USDT: {
    colour: '#26a17b',
    paths: [
      'M8.5 8.5h15v3.4h-5.6v1.9c4 .2 7 1 7 2.1s-3 1.9-7 2.1v6.1h-3.8v-6.1c-4-.2-7-1-7-2.1s3-1.9 7-2.1v-1.9H8.5zm9.4 6.6v2.1c3-.1 5.2-.6 5.2-1.1s-2.2-.9-5.2-1zm-3.8 0c-3 .1-5.2.5-5.2 1s2.2 1 5.2 1.1z',
    ],
  },
  USDC: {
    colour: '#2775ca',
    paths: [
      'M20.4 18.4c0-2.3-1.4-3.1-4.2-3.4-2-.3-2.4-.8-2.4-1.7s.7-1.5 2-1.5c1.2 0 1.9.4 2.2 1.4.1.2.2.3.4.3h1.1c.3 0 .5-.2.5-.5-.3-1.5-1.3-2.5-2.9-2.7V8.7c0-.3-.2-.5-.6-.5h-1c-.3 0-.5.2-.6.5v1.6c-2.1.3-3.4 1.7-3.4 3.4 0 2.2 1.3 3 4.1 3.4 1.9.3 2.5.7 2.5 1.8s-.9 1.8-2.2 1.8c-1.7 0-2.3-.7-2.5-1.7-.1-.3-.3-.4-.5-.4h-1.1c-.3 0-.5.2-.5.5.3 1.7 1.3 2.8 3.6 3.2v1.7c0 .3.2.5.6.5h1c.3 0 .5-.2.6-.5v-1.7c2-.3 3.3-1.8 3.3-3.6zM12.8 25.2c-5-1.8-7.6-7.4-5.7-12.4a9.5 9.5 0 0 1 5.7-5.7c.3-.1.4-.3.4-.6v-.9c0-.3-.1-.4-.4-.5h-.3A11.6 11.6 0 0 0 5 19.6c1.2 3.6 3.9 6.3 7.5 7.5.3.1.5 0 .6-.3v-1c.1-.2-.1-.5-.3-.6zm6.7-20.1c-.3-.1-.5 0-.6.3v1c0 .3.2.5.4.6 5 1.8 7.6 7.4 5.7 12.4a9.5 9.5 0 0 1-5.7 5.7c-.3.1-.4.3-.4.6v.900c0 .3.1.4.4.5h.3A11.6 11.6 0 0 0 27 12.6c-1.2-3.6-3.9-6.3-7.5-7.5z',
    ],
  },
  ETH: {
    colour: '#627eea',
    paths: [
      ['M16 4.5v8.5l7.2 3.2z', 0.6],
      'M16 4.5 8.8 16.2 16 13z',
      ['M16 21.7v5.8l7.2-10z', 0.6],
      'M16 27.5v-5.8l-7.2-4.2z',
      ['m16 20.3 7.2-4.1L16 13z', 0.2],
      ['m8.8 16.2 7.2 4.1V13z', 0.6],
    ],
  },
  BNB: {
    colour: '#f3ba2f',
    paths: [
      'm12.1 14.4 3.9-3.9 3.9 3.9 2.3-2.3L16 6l-6.2 6.2zM6 16l2.3-2.3 2.2 2.3-2.2 2.3zm6.1 1.6 3.9 3.9 3.9-3.9 2.3 2.3L16 26l-6.2-6.2zM21.5 16l2.3-2.3L26 16l-2.2 2.3zm-3.2 0L16 18.3 13.7 16l2.3-2.3z',
    ],
  },
}

export const TokenMark = ({ token }: { token: Token }) => {
  const { colour, paths } = tokenShapes[token]
  return (
    <Mark>
      <circle cx="16" cy="16" r="16" fill={colour} />
      {paths.map((shape) => {
        const [path, opacity] = typeof shape === 'string' ? [shape, 1] : shape
        return <path key={path} d={path} fill="#fff" fillOpacity={opacity} />
      })}
    </Mark>
  )
}

/** The sign of a payment method: the bank, Binance, or the main tokens. */
export function MethodMarks({ method }: { method: PaymentMethod }) {
  if (method === 'bank') return <BankMark />
  if (method === 'binance') return <BinanceMark />
  return (
    <span className="mark-stack">
      {(['USDC', 'USDT', 'ETH'] as const).map((token) => (
        <TokenMark key={token} token={token} />
      ))}
    </span>
  )
}
