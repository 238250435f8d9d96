import { type ReactNode, useState } from 'react'
import { tellFailure } from '../orders/tell-failure.ts'
import { QrImage } from '../payment/qr-image.tsx'
import { isFailure, useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { PasswordInput, TextInput } from '../ui/input.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { beginSecondFactor, confirmSecondFactor, fieldOf, type Proof, type Setup } from './second-factor-actions.ts'

interface SecondFactorSetupProps {
  onConfirmed: (recoveryCodes: string[]) => void
  onLeave: () => void
}

/** A secret for the app, and a first code to show that it has it. */
export function SecondFactorSetup({ onConfirmed, onLeave }: SecondFactorSetupProps) {
  const client = useClient()
  const [setup, setSetup] = useState<Setup | null>(null)
  const { status, message, retry } = useLoad('second-factor/setup', async () => {
    // What is being scanned stays what it is, also when the connection comes back.
    if (!setup) setSetup(await beginSecondFactor(client))
  })

  if (!setup && status === 'failed') return <ErrorState title="It could not be begun" text={message} onRetry={retry} />
  return (
    <section aria-labelledby="setup" className="surface grid gap-6 p-5 wide:p-6">
      <h2 id="setup" className="text-xl">
        Set up the second factor
      </h2>
      {setup ? (
        <>
          <ol className="grid gap-6">
            <Step number={1} title="Give your authenticator app this code">
              <div className="flex flex-wrap items-start gap-6">
                <QrImage text={setup.uri} label="Scan it with your authenticator app" />
                <div className="grid min-w-0 flex-1 basis-60 gap-2">
                  <p className="text-sm text-muted">
                    On this very phone, or no camera? Type this key into the app instead:
                  </p>
                  <p className="tabular font-medium [overflow-wrap:anywhere]">{spaced(setup.secret)}</p>
                  <CopyButton text={setup.secret} what="key" className="justify-self-start" />
                </div>
              </div>
            </Step>
            <Step number={2} title="Enter the 6 digits that it shows">
              <Confirm onConfirmed={onConfirmed} onLeave={onLeave} />
            </Step>
          </ol>
        </>
      ) : (
        <Loading label="Loading…" className="flex flex-wrap gap-6">
          <Skeleton className="size-56" />
          <SkeletonText lines={4} className="flex-1 basis-60" />
        </Loading>
      )}
    </section>
  )
}

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="grid gap-3">
    <h3 className="text-base font-semibold">
      <span className="tabular text-muted">{number}.</span> {title}
    </h3>
    {children}
  </li>
)

function Confirm({ onConfirmed, onLeave }: Pick<SecondFactorSetupProps, 'onConfirmed' | 'onLeave'>) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstFault] = useFirstFault()
  const [values, setValues] = useState<Proof>({ password: '', code: '' })
  const [errors, setErrors] = useState<Partial<Proof>>({})
  const [busy, setBusy] = useState(false)

  const field = (name: keyof Proof) => ({
    name,
    value: values[name],
    readOnly: busy,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  function tell(faults: Partial<Proof>, message: string) {
    setErrors(faults)
    toast(message, { type: 'error' })
    focusFirstFault()
  }

  async function submit() {
    if (!/^\d{6}$/.test(values.code.replace(/\s/g, '')))
      return tell({ code: 'The code has 6 digits' }, 'The code has 6 digits')
    if (!values.password) return tell({ password: 'Current password is required' }, 'Current password is required')
    setBusy(true)
    try {
      const told = await confirmSecondFactor(client, values)
      toast('Your second factor is on.', { type: 'success' })
      onConfirmed(told)
    } catch (error) {
      setBusy(false)
      const message = tellFailure(error, 'An error occurred', 'Network error. Please try again.')
      const name = isFailure(error) && fieldOf[error.code]
      tell(name ? { [name]: message } : {}, message)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <Field label="Code" error={errors.code} className="max-w-48">
        <TextInput
          {...field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="tabular text-lg tracking-widest"
        />
      </Field>
      <Field label="Current password" error={errors.password} className="max-w-sm">
        <PasswordInput {...field('password')} autoComplete="current-password" />
      </Field>
      <div className="flex flex-wrap gap-2 max-wide:[&>*]:flex-1">
        <Button type="submit" variant="primary" busy={busy} busyLabel="Checking…">
          Turn it on
        </Button>
        <Button disabled={busy} onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** In groups of four, as people read such things to themselves. */
const spaced = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
