import { useState } from 'react'
import type { User } from '../../shared/accounts/schema.ts'
import { stripNonDigits, maxCountryCodeLength, maxNumberLength } from '../../shared/accounts/phone.ts'
import type { Profile } from '../../shared/accounts/profile-schema.ts'
import { useAct } from '../lib/use-act.ts'
import { isFailure, useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field, useFocusFirstError } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { saveProfile } from './actions.ts'
import { type FieldErrors, profileValues, type ProfileValues, parseProfile } from './profile-fields.ts'
import { ProfileNotes } from './profile-notes.tsx'

/** Name, email and phone, saved after a confirmation; stored on this device while the server is unreachable. */
export function ProfileForm({ user }: { user: User }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstError] = useFocusFirstError()
  const pending = useStore((state) => state.profile.pending)
  // Only the edited fields: the others follow the store.
  const [edited, setEdited] = useState<Partial<ProfileValues>>({})
  const [errors, setErrors] = useState<FieldErrors<ProfileValues>>({})
  const [confirming, setConfirming] = useState<Profile | null>(null)
  const values = { ...profileValues(user, pending), ...edited }

  const fieldProps = (name: keyof ProfileValues, parse = (text: string) => text) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setEdited({ ...edited, [name]: parse(event.target.value) })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  function askToConfirm() {
    const parsed = parseProfile(values)
    setErrors(parsed.errors)
    if (parsed.profile) return setConfirming(parsed.profile)
    toast(parsed.firstError ?? 'Error updating profile', { type: 'error' })
    focusFirstError()
  }

  const { busy, run } = useAct(
    async (profile: Profile) => {
      const result = await saveProfile(client, profile)
      setEdited({})
      close()
      if (result === 'saved') return 'Profile updated successfully!'
      toast('Updated locally', { type: 'warning', duration: 5000 })
    },
    {
      failed: 'Error updating profile',
      unreached: 'Network error. Please try again.',
      onFailed(error) {
        if (isFailure(error) && error.code === 'email_taken') setErrors({ email: error.message })
        close()
      },
    },
  )

  function close() {
    setConfirming(null)
    focusFirstError()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Profile Information"
      className="grid max-w-2xl gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        askToConfirm()
      }}
    >
      <ProfileNotes />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName}>
          <TextInput {...fieldProps('firstName')} autoComplete="given-name" maxLength={60} />
        </Field>
        <Field label="Last name" error={errors.lastName}>
          <TextInput {...fieldProps('lastName')} autoComplete="family-name" maxLength={60} />
        </Field>
      </div>
      <Field
        label="Email"
        error={errors.email}
        hint="A new address becomes active once you open the link we send to it."
      >
        <TextInput
          {...fieldProps('email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div className="grid grid-cols-[8rem_1fr] gap-3 sm:gap-5">
        <Field label="Country code" error={errors.code}>
          <TextInput
            {...fieldProps('code', stripNonDigits)}
            start="+"
            inputMode="numeric"
            autoComplete="tel-country-code"
            maxLength={maxCountryCodeLength}
            className="tabular"
          />
        </Field>
        <Field label="Phone number" error={errors.number}>
          <TextInput
            {...fieldProps('number', stripNonDigits)}
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            maxLength={maxNumberLength}
            className="tabular"
          />
        </Field>
      </div>
      <Button type="submit" variant="primary" className="justify-self-start max-sm:w-full">
        Save changes
      </Button>
      <ConfirmDialog
        open={confirming !== null}
        title="Save your profile?"
        text={
          confirming && confirming.email !== user.email
            ? `Your profile will be updated. We’ll send a link to ${confirming.email}. Your new address becomes active once you open it.`
            : 'Your profile will be updated with what you have entered.'
        }
        confirmLabel="Save changes"
        busyLabel="Saving…"
        busy={busy}
        onConfirm={() => confirming && run(confirming)}
        onClose={() => setConfirming(null)}
      />
    </form>
  )
}
