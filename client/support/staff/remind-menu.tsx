import { AlarmClock } from 'lucide-react'
import { useRef } from 'react'
import { formatMoment } from '../../lib/format-date.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button, look } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Menu, MenuEntry, MenuRule } from '../../ui/menu.tsx'
import { describeReminder } from './describe-reminder.ts'
import { reminderTimes } from './reminder-times.ts'

export interface RemindMenuProps {
  /** When the conversation comes back; null if it doesn't, or did already. */
  remindAt: number | null
  now: number
  onRemind: (at: number | null) => void
  className?: string
}

/** Has a conversation that nobody waits in come back to the open ones later. */
export function RemindMenu({ remindAt, now, onRemind, className }: RemindMenuProps) {
  const label = labelOf(remindAt, now)
  const frame = useRef<HTMLDivElement>(null)
  useShortcuts({ h: () => frame.current?.querySelector('button')?.click() })
  return (
    <div ref={frame} title={label} className={classNames('flex-none', className)}>
      <Menu
        label={label}
        button={<AlarmClock size={16} strokeWidth={1.75} className={remindAt === null ? undefined : 'text-accent'} />}
        buttonClassName={classNames(look({ variant: 'plain', size: 'small' }), 'button-icon')}
      >
        {reminderTimes.map((time) => (
          <MenuEntry
            key={time.label}
            side={formatMoment(time.at(now), now)}
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

/** The same as buttons. */
export function RemindButtons({ remindAt, now, onRemind, className }: RemindMenuProps) {
  return (
    <section aria-labelledby="remind" className={className}>
      <h3 id="remind" className="eyebrow mb-2 font-sans">
        {labelOf(remindAt, now)}
      </h3>
      <div className="flex flex-wrap gap-2">
        {reminderTimes.map(({ label, at }) => (
          <Button key={label} size="small" title={formatMoment(at(now), now)} onClick={() => onRemind(at(Date.now()))}>
            {label}
          </Button>
        ))}
        {remindAt !== null && (
          <Button size="small" variant="plain" onClick={() => onRemind(null)}>
            Don’t remind me
          </Button>
        )}
      </div>
    </section>
  )
}

const labelOf = (remindAt: number | null, now: number) =>
  remindAt === null ? 'Remind me' : describeReminder(remindAt, false, now)
