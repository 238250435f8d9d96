import { statSync } from 'node:fs'
import type { TransferAccounts } from '../../shared/payments/schema.ts'

/** Whether a secret is long but easily guessed: of few characters, or a short text repeated. */
export function isTrivialSecret(secret: string): boolean {
  if (new Set(secret).size < 8) return true
  const isRepetitionOf = (length: number) =>
    secret === secret.slice(0, length).repeat(secret.length).slice(0, secret.length)
  return [4, 5, 6, 7, 8].some(isRepetitionOf)
}

/** Whether money could go to an account of the demo: its numbers belong to nobody. */
export function containsDemoAccount(accounts: TransferAccounts, demo: TransferAccounts): boolean {
  const numbersOf = ({ bank, binance, crypto }: TransferAccounts) =>
    [bank.accountNumber, binance.payId, ...crypto.map(({ address }) => address)].map((number) =>
      number.replace(/\s/g, '').toLowerCase(),
    )
  const demoNumbers = numbersOf(demo)
  return numbersOf(accounts).some((number) => demoNumbers.includes(number))
}

/** What makes a production store less safe than it could be, one sentence each for the log. */
export function findUnsafeConditions({ uid, envFile }: { uid: number | undefined; envFile: string }): string[] {
  const found: string[] = []
  if (uid === 0) found.push('The store runs as root. Give it a system user of its own.')
  const mode = statSync(envFile, { throwIfNoEntry: false })?.mode ?? 0
  if (mode & 0o004) found.push('Every user of this machine can read .env, which contains secrets. Give it mode 600.')
  return found
}
