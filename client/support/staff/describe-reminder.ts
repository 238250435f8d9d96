import { formatMomentInText } from '../../lib/format-date.ts'

/** 'Comes back tomorrow at 09:00'; once it has, 'Reminder due since 09:00'. @param isDue whether it has come back */
export const describeReminder = (remindAt: number, isDue: boolean, now: number): string => {
  const moment = formatMomentInText(remindAt, now)
  return isDue ? `Reminder due since ${moment.replace('today at ', '')}` : `Comes back ${moment}`
}
