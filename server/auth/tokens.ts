import { hash, randomBytes } from 'node:crypto'

/** A token as the client gets it: 256 random bits in base64url. Only its hash is stored. */
export const generateToken = () => randomBytes(32).toString('base64url')

/** SHA-256 is enough: a random token can't be guessed, so no slow hash is needed. */
export const hashToken = (token: string) => hash('sha256', token)
