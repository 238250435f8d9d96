import * as z from 'zod'
import type { Owner } from '../../shared/content.ts'
import { parseOpeningHours } from '../../shared/opening-hours.ts'
import { email, oneLine } from './formats.ts'

/** The settings that say who runs the store, all of them optional. */
export const ownerSettings = {
  STORE_OWNER: oneLine('the registered name, on one line', 120),
  STORE_ADDRESS: oneLine('a postal address on one line', 300),
  STORE_REGISTRATION: oneLine('a registration or tax number on one line, such as Company no. PV 00123456', 120),
  STORE_EMAIL: email.optional(),
  STORE_PHONE: z
    .string()
    .regex(/^\+\d[\d ()-]{5,24}$/, 'a phone number with its country, such as +94 11 234 5678')
    .optional(),
  STORE_HOURS: oneLine('hours on one line, such as Every day, 8:00 to 22:00', 120),
  STORE_OPENING_HOURS: z.string().transform(readOpeningHours).optional(),
}

type OwnerSettings = { [Name in keyof typeof ownerSettings]?: z.output<(typeof ownerSettings)[Name]> }

/** The demo's owner belongs to nobody, so a real store shows only what was set. */
const demoOwner = {
  name: 'Kade Demo Store',
  address: '1 Example Street, Colombo 00100, Sri Lanka',
  registration: 'Company no. PV 00000000',
  email: 'help@kade.example',
  phone: '+94 11 000 0000',
  hours: 'Every day, 8:00 to 22:00 Colombo time',
}

/** Who runs the store, as far as it was set. */
export function ownerOf(settings: OwnerSettings, isProduction: boolean): Owner {
  const { STORE_OPENING_HOURS: opening = null } = settings
  const owner = {
    name: settings.STORE_OWNER ?? null,
    address: settings.STORE_ADDRESS ?? null,
    registration: settings.STORE_REGISTRATION ?? null,
    email: settings.STORE_EMAIL ?? null,
    phone: settings.STORE_PHONE ?? null,
    hours: settings.STORE_HOURS ?? null,
  }
  const isSet = Object.values(owner).some((value) => value !== null)
  return { ...(isProduction || isSet ? owner : demoOwner), opening }
}

function readOpeningHours(text: string, ctx: z.RefinementCtx) {
  const hours = parseOpeningHours(text)
  if (hours) return hours
  ctx.addIssue('days, hours and a time zone, such as Mo-Fr 08:00-22:00 Asia/Colombo')
  return z.NEVER
}
