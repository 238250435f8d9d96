import { formatMomentInText } from '../../lib/format-date.ts'

/** 'Comes back tomorrow at 09:00'; once it has, 'Reminder: today at 09:00'. @param isDue whether it has come back */
export const describeReminder = (remindAt: number, isDue: boolean, now: number): string =>
  `${isDue ? 'Reminder:' : 'Comes back'} ${formatMomentInText(remindAt, now)}`
