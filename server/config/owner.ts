import type { Owner } from '../../shared/content.ts'
import type { OpeningHours } from '../../shared/opening-hours.ts'

/** The demo's owner belongs to nobody, so a real store shows only what was set. */
const demoOwner = {
  name: 'Kade Demo Store',
  address: '1 Example Street, Colombo 00100, Sri Lanka',
  email: 'help@kade.example',
  hours: 'Every day, 8:00 to 22:00 Colombo time',
}

type OwnerSettings = {
  STORE_OWNER?: string | undefined
  STORE_ADDRESS?: string | undefined
  STORE_EMAIL?: string | undefined
  STORE_HOURS?: string | undefined
  STORE_OPENING_HOURS?: OpeningHours | undefined
}

/** Who runs the store, as far as it was set. */
export function ownerOf(settings: OwnerSettings, isProduction: boolean): Owner {
  const { STORE_OWNER, STORE_ADDRESS, STORE_EMAIL, STORE_HOURS, STORE_OPENING_HOURS: opening = null } = settings
  const isSet = [STORE_OWNER, STORE_ADDRESS, STORE_EMAIL, STORE_HOURS].some((value) => value !== undefined)
  if (!isProduction && !isSet) return { ...demoOwner, opening }
  return {
    name: STORE_OWNER ?? null,
    address: STORE_ADDRESS ?? null,
    email: STORE_EMAIL ?? null,
    hours: STORE_HOURS ?? null,
    opening,
  }
}
