import { type ReactNode, useState } from 'react'
import { QrImage } from '../payments/qr-image.tsx'
import { useClient } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { PostForm } from '../ui/post-form.tsx'
import { useLoad } from '../use-load.ts'
import { beginSecondFactor, confirmSecondFactor, type SecondFactorSetupData } from './second-factor-actions.ts'
import { useSecondFactorForm } from './use-second-factor-form.ts'

interface SecondFactorSetupProps {
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Shows the secret for an authenticator app and asks for a first code to confirm it. */
export function SecondFactorSetup({ onConfirmed, onCancel }: SecondFactorSetupProps) {
  const client = useClient()
  const [setup, setSetup] = useState<SecondFactorSetupData | null>(null)
  const { status, message, retry } = useLoad('second-factor/setup', async () => {
    // Keep the secret that is being scanned when useLoad runs again after a reconnect.
    if (!setup) setSetup(await beginSecondFactor(client))
  })

  if (!setup && status === 'failed')
    return <ErrorState title="Couldn’t start the setup" text={message} onRetry={retry} />
  return (
    <section aria-labelledby="setup" className="surface grid gap-6 p-5 wide:p-6">
      <h2 id="setup" className="text-lg">
        Set up two-factor authentication
      </h2>
      {setup ? (
        <>
          <ol className="grid gap-6">
            <Step number={1} title="Scan the QR code">
              <div className="flex flex-wrap items-start gap-6">
                <QrImage text={setup.uri} label="Scan it with your authenticator app" />
                <div className="grid min-w-0 flex-1 basis-60 gap-2">
                  <p className="text-sm text-muted">
                    Is the app on this phone, or do you have no camera? Enter this key instead:
                  </p>
                  <p className="tabular font-medium [overflow-wrap:anywhere]">{inGroups(setup.secret)}</p>
                  <CopyButton text={setup.secret} what="key" className="justify-self-start" />
                </div>
              </div>
            </Step>
            <Step number={2} title="Enter the 6 digits it shows">
              <Confirm onConfirmed={onConfirmed} onCancel={onCancel} />
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

function Confirm({ onConfirmed, onCancel }: Pick<SecondFactorSetupProps, 'onConfirmed' | 'onCancel'>) {
  const client = useClient()
  const { form, values, errors, field, reject, busy, run } = useSecondFactorForm(async (proof) => {
    onConfirmed(await confirmSecondFactor(client, proof))
    return 'Two-factor authentication is on.'
  })

  function submit() {
    if (!/^\d{6}$/.test(values.code.replace(/\s/g, ''))) return reject('code', 'Enter the 6-digit code')
    if (!values.password) return reject('password', 'Current password is required')
    run()
  }

  return (
    <PostForm ref={form} className="grid gap-4" onSubmit={submit}>
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
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </PostForm>
  )
}

/** In groups of four characters, which are easier to copy by hand. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
