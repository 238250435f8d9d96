import { Paperclip, SendHorizontal, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Skeleton, SkeletonLine } from '../ui/skeleton.tsx'

export type ComposerHandle = {
  focus: () => void
}

export interface ComposerProps {
  /** The field's accessible name and placeholder. */
  label: string
  sendLabel: string
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** Sends the message and resolves the conversation; also with Ctrl+Shift+Enter. */
  onSendAndResolve?: () => void
  /** Enter was pressed in the empty field. */
  onEnterEmpty?: (() => void) | undefined
  onBlur?: () => void
  onAttach?: () => void
  /** The card of the attachment. */
  attachment?: ReactNode
  onDetach?: () => void
  /** More buttons, on the left. */
  tools?: ReactNode
  /** '/' was pressed in the empty field. */
  onSlash?: () => void
  /** Styled as an internal note. */
  isNote?: boolean
  maxLength: number
  ref?: Ref<ComposerHandle>
}

/** A growing text field: Enter sends, with or without Ctrl or ⌘; Shift+Enter starts a new line. */
export function Composer({ ref, ...props }: ComposerProps) {
  const { label, sendLabel, text, onText, onSend, onSendAndResolve, onBlur } = props
  const { onAttach, attachment, onDetach, tools, isNote } = props
  const charactersLeft = props.maxLength - text.length
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const isOffline = useStore((state) => state.connection.status === 'offline')
  const offline = isNote ? 'Offline: notes can’t be saved' : 'Sent once you’re online'
  useImperativeHandle(ref, () => ({ focus: () => focusAtEnd(field.current) }), [])
  useLayoutEffect(() => grow(field.current), [text])

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === '/' && text === '' && props.onSlash) {
      event.preventDefault()
      return props.onSlash()
    }
    // During IME composition (Japanese, Chinese, …) Enter accepts the word.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    const resolves = event.shiftKey && (event.ctrlKey || event.metaKey)
    const submit = resolves ? onSendAndResolve : event.shiftKey ? undefined : onSend
    if (!submit) return
    event.preventDefault()
    if (text.trim() !== '') send(submit)
    else if (!event.repeat) props.onEnterEmpty?.()
  }

  function send(how: () => void) {
    if (text.trim() === '') return
    how()
    field.current?.focus()
  }

  return (
    <form
      className={classNames('composer', isNote && 'composer-note')}
      onSubmit={(event) => {
        event.preventDefault()
        send(onSend)
      }}
    >
      <p role="status" className="sr-only">
        {attachment && 'Attached to your message'}
      </p>
      {attachment && (
        <div className="flex items-center gap-1 p-2 pb-0">
          <div className="min-w-0 max-w-76 flex-1">{attachment}</div>
          <IconButton icon={X} size="small" label="Remove the attachment" onClick={onDetach} />
        </div>
      )}
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        aria-describedby={hintId}
        placeholder={label}
        className="composer-field"
        value={text}
        maxLength={props.maxLength}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={handleKey}
        onBlur={onBlur}
      />
      <div className="flex flex-wrap items-center gap-0.5 p-1.5 pt-0">
        {onAttach && (
          <IconButton
            icon={Paperclip}
            size="small"
            label="Attach an item or an order, or a picture of a transfer"
            onClick={onAttach}
          />
        )}
        {tools}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
          <span
            id={hintId}
            className={classNames('px-2 text-[0.8125rem] text-muted', isOffline ? 'max-sm:hidden' : 'max-wide:hidden')}
          >
            {charactersLeft < 200
              ? `${charactersLeft} characters left`
              : isOffline
                ? offline
                : 'Shift+Enter for a new line'}
          </span>
          {onSendAndResolve && (
            <Button
              size="small"
              className="mr-1 whitespace-nowrap"
              title="Send and resolve (Ctrl+Shift+Enter)"
              disabled={text.trim() === ''}
              onClick={() => send(onSendAndResolve)}
              onPointerDown={keepFocus}
            >
              Send and resolve
            </Button>
          )}
          <IconButton
            type="submit"
            icon={SendHorizontal}
            size="small"
            variant="primary"
            label={sendLabel}
            disabled={text.trim() === ''}
            onPointerDown={keepFocus}
          />
        </div>
      </div>
    </form>
  )
}

/** The composer while its conversation is loading; that of staff has more buttons. */
export const ComposerSkeleton = ({ forStaff }: { forStaff?: boolean }) => (
  <div className="composer">
    <div className="composer-field">
      <SkeletonLine className="w-36" />
    </div>
    <div className="flex items-center gap-1 p-1.5 pt-0">
      {forStaff && <Skeleton className="size-8 max-wide:size-11" />}
      <Skeleton className="size-8 max-wide:size-11" />
      {forStaff && <Skeleton className="ml-auto h-8 w-32 max-wide:h-11" />}
      <Skeleton className={classNames('size-8 max-wide:size-11', !forStaff && 'ml-auto')} />
    </div>
  </div>
)

/** Keeps the keyboard of a phone open. */
const keepFocus = (event: PointerEvent) => event.preventDefault()

function focusAtEnd(field: HTMLTextAreaElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** For browsers without `field-sizing`. */
function grow(field: HTMLTextAreaElement | null) {
  if (!field || CSS.supports('field-sizing: content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
