import type { palettes } from './palettes.ts'
import type { Mark } from './shapes.ts'

/** How a customer gets what they bought. */
export type Access = 'private' | 'seat' | 'licence' | 'invitation' | 'topUp' | 'done'

export type Plan = {
  /** Follows the brand's name: "Tidewell VPN" + "Plus". */
  name: string
  months: number
  /** Cents of USD. */
  price: number
  /** The list price in cents, where the plan is discounted. */
  was?: number
  access: Access
  short: string
  /** What sets this plan apart from its siblings. */
  note: string
  features: string[]
}

export type Brand = {
  name: string
  palette: keyof typeof palettes
  mark: Mark
  about: [string, string]
  features: string[]
  plans: Plan[]
}

export const accessLabels: Record<Access, string> = {
  private: 'Private account',
  seat: 'Shared seat',
  licence: 'Licence key',
  invitation: 'Invitation to your own account',
  topUp: 'Top-up of your own account',
  done: 'Done for you',
}
