import { AlarmClock } from 'lucide-react'
import { useRef } from 'react'
import { formatMoment } from '../../lib/format-date.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { look } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Menu, MenuEntry, MenuRule } from '../../ui/menu.tsx'
import { describeReminder } from './describe-reminder.ts'
import { reminderTimes } from './reminder-times.ts'

export interface RemindMenuProps {
  /** When the conversation comes back; null if it doesn't, or did already. */
  remindAt: number | null
  now: number
  onRemind: (at: number | null) => void
}

/** Has a conversation that nobody waits in come back to the open ones later. */
export function RemindMenu({ remindAt, now, onRemind }: RemindMenuProps) {
  const label = labelOf(remindAt, now)
  const frame = useRef<HTMLDivElement>(null)
  useShortcuts({ h: () => frame.current?.querySelector('button')?.click() })
  return (
    <div ref={frame} title={label} className="flex-none">
      <Menu
        label={label}
        button={<AlarmClock size={16} strokeWidth={1.75} className={remindAt === null ? undefined : 'text-accent'} />}
        buttonClassName={classNames(look({ variant: 'plain', size: 'small' }), 'button-icon')}
      >
        {/* The menu's name. */}
        <p aria-hidden="true" className="px-2.5 pt-1 pb-0.5 text-[0.8125rem] text-muted">
          Remind me
        </p>
        {reminderTimes.map((time) => (
          <MenuEntry
            key={time.label}
            side={formatMoment(time.at(now), now).replace(`${time.label}, `, '')}
            onSelect={() => onRemind(time.at(Date.now()))}
          >
            {time.label}
          </MenuEntry>
        ))}
        {remindAt !== null && (
          <>
            <MenuRule />
            <MenuEntry onSelect={() => onRemind(null)}>Don’t remind me</MenuEntry>
          </>
        )}
      </Menu>
    </div>
  )
}

const labelOf = (remindAt: number | null, now: number) =>
  remindAt === null ? 'Remind me' : describeReminder(remindAt, false, now)
