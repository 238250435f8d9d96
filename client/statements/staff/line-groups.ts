import type { LineState } from '../../../shared/statements/staff-schema.ts'

/** The groups of a statement's lines, those that need a decision first. */
export const lineGroups: { state: LineState; title: string; hint: string }[] = [
  { state: 'sure', title: 'Exact match', hint: 'The payment code and the amount match exactly.' },
  { state: 'likely', title: 'Likely', hint: 'Check each one before you select it.' },
  { state: 'several', title: 'Several possible orders', hint: 'More than one order fits.' },
  { state: 'short', title: 'Underpaid', hint: 'Recording one asks the customer for the rest.' },
  { state: 'over', title: 'Overpaid', hint: 'Recording one verifies the order. Send the surplus back.' },
  { state: 'late', title: 'Late', hint: 'The order was closed. Recording the transfer reopens it.' },
  { state: 'second', title: 'Second payment', hint: 'The order is already paid.' },
  { state: 'error', title: 'Problems', hint: 'These lines can’t be recorded. Each says why.' },
  {
    state: 'unmatched',
    title: 'Unknown',
    hint: 'Choose an order, or record the transfer without one.',
  },
  { state: 'applied', title: 'Recorded', hint: '' },
  { state: 'ignored', title: 'Ignored', hint: 'Outgoing money, and transfers that aren’t for an order.' },
]
