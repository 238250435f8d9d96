const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '21 Nov 2025', the same wherever it is rendered: neither the clock's zone nor the language of the machine counts. */
export function dayOf(at: number): string {
  const day = new Date(at)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}
