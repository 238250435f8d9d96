import type { LineState } from '../../../shared/statements/staff-schema.ts'

/** The groups of a statement's lines, those that need a decision first. */
export const lineGroups: { state: LineState; title: string; hint: string }[] = [
  { state: 'sure', title: 'Sure', hint: 'The reference and the amount are exact.' },
  { state: 'likely', title: 'Likely', hint: 'Look at each before you choose it.' },
  { state: 'several', title: 'Several', hint: 'More than one order fits.' },
  { state: 'short', title: 'Short', hint: 'Recorded, and the customer is asked for the rest.' },
  { state: 'over', title: 'Over', hint: 'Verified; what is too much is to be sent back.' },
  { state: 'late', title: 'Late', hint: 'The order was closed. Applying reopens it.' },
  { state: 'second', title: 'Second payment', hint: 'The order is paid already.' },
  { state: 'error', title: 'Problems', hint: 'Nothing is done with them.' },
  { state: 'unmatched', title: 'Unknown', hint: 'Choose an order, or keep it as money without an order.' },
  { state: 'applied', title: 'Applied', hint: '' },
  { state: 'ignored', title: 'Ignored', hint: 'Money that went out, and what is not for an order.' },
]
