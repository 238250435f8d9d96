import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

// argon2id, the library's default kind.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

const manner = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Hashed at another cost than today's: to be hashed anew when the password is at hand. */
export const isOutdated = (kept: string) => !kept.startsWith(manner)

let nobody: Promise<string> | undefined

/** Takes as long for an account that there is not as for one that there is. */
export async function passwordFits(password: string, kept: string | undefined): Promise<boolean> {
  nobody ??= hashPassword('a password that nobody has')
  const against = kept ?? (await nobody)
  const fits = await inTurn(() => verify(against, password))
  return fits && kept !== undefined
}

/** One core is left for everything else: as many hashes at once as there are cores starve the reads. */
let free = Math.max(1, availableParallelism() - 1)
const queue: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1
  else await new Promise<void>((turn) => queue.push(turn))
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else free += 1
  }
}
