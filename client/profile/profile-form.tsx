import { useState } from 'react'
import type { User } from '../../shared/accounts/schema.ts'
import { stripNonDigits, maxCountryCodeLength, maxNumberLength } from '../../shared/accounts/phone.ts'
import type { Profile } from '../../shared/accounts/profile-schema.ts'
import { useAct } from '../lib/use-act.ts'
import { isFailure, useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { TextInput } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { PostForm } from '../ui/post-form.tsx'
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
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string>()
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
      const result = await saveProfile(client, { ...profile, ...(profile.email !== user.email && { password }) })
      if (result === 'saved') {
        setEdited({})
        close()
        return 'Profile updated successfully!'
      }
      // The address stays in the form: with its password it can't wait on this device.
      const { email } = profile
      setEdited(email === user.email ? {} : { email })
      if (email !== user.email) setErrors({ email: 'You’re offline. Please save the new address again later.' })
      close()
      toast('Updated locally', { type: 'warning', duration: 5000 })
    },
    {
      failed: 'Error updating profile',
      unreached: 'Network error. Please try again.',
      onFailed(error) {
        if (isFailure(error) && error.code === 'wrong_password') return setPasswordError(error.message)
        if (isFailure(error) && error.code === 'email_taken') setErrors({ email: error.message })
        close()
      },
    },
  )

  function confirm() {
    if (!confirming || busy) return
    if (confirming.email === user.email || password) return run(confirming)
    setPasswordError('Current password is required')
  }

  function close() {
    setConfirming(null)
    setPassword('')
    setPasswordError(undefined)
    focusFirstError()
  }

  const changesEmail = confirming !== null && confirming.email !== user.email
  return (
    <>
      <PostForm
        ref={form}
        aria-label="Profile Information"
        className="surface grid gap-5 p-4 sm:p-6"
        onSubmit={askToConfirm}
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
        <div className="grid grid-cols-[8rem_1fr] gap-3 max-[19rem]:grid-cols-1 sm:gap-5">
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
      </PostForm>
      <ConfirmDialog
        open={confirming !== null}
        title="Save your profile?"
        text={
          changesEmail
            ? `Your profile will be updated. We’ll send a link to ${confirming.email}. Your new address becomes active once you open it.`
            : 'Your profile will be updated with what you have entered.'
        }
        confirmLabel="Save changes"
        busyLabel="Saving…"
        busy={busy}
        onConfirm={confirm}
        onClose={close}
      >
        {changesEmail && (
          <PostForm onSubmit={confirm}>
            <input type="email" autoComplete="username" value={user.email} readOnly hidden />
            <Field label="Current password" error={passwordError}>
              <PasswordInput
                name="password"
                value={password}
                readOnly={busy}
                autoComplete="current-password"
                onChange={(event) => {
                  setPassword(event.target.value)
                  setPasswordError(undefined)
                }}
              />
            </Field>
            <button type="submit" hidden />
          </PostForm>
        )}
      </ConfirmDialog>
    </>
  )
}
