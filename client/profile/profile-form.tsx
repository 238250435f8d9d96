import { useState } from 'react'
import type { User } from '../../shared/accounts.ts'
import { digitsOf, longestCode, longestNumber } from '../../shared/phone.ts'
import type { Profile } from '../../shared/profile-calls.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { saveProfile } from './actions.ts'
import { type Faults, profileValues, type ProfileValues, readProfile } from './profile-fields.ts'
import { ProfileNotes } from './profile-notes.tsx'

/** Name, address and phone; saved after a question, and kept on the device while the store cannot be reached. */
export function ProfileForm({ user }: { user: User }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstFault] = useFirstFault()
  const waiting = useStore((state) => state.profile.waiting)
  /** Over what is known: a field that nobody has touched follows the store. */
  const [typed, setTyped] = useState<Partial<ProfileValues>>({})
  const [faults, setFaults] = useState<Faults<ProfileValues>>({})
  const [asking, setAsking] = useState<Profile | null>(null)
  const [busy, setBusy] = useState(false)
  const values = { ...profileValues(user, waiting), ...typed }

  const field = (name: keyof ProfileValues, read = (text: string) => text) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: read(event.target.value) })
      setFaults({ ...faults, [name]: undefined })
    },
  })

  function ask() {
    const { faults, fault, profile } = readProfile(values)
    setFaults(faults)
    if (profile) return setAsking(profile)
    toast(fault ?? 'Error updating profile', { type: 'error' })
    focusFirstFault()
  }

  async function save(profile: Profile) {
    setBusy(true)
    try {
      const saved = await saveProfile(client, profile)
      setTyped({})
      if (saved === 'saved') toast('Profile updated successfully!', { type: 'success' })
      else toast('Updated locally', { type: 'warning', duration: 5000 })
    } catch (error) {
      toast(tellFailure(error, 'Error updating profile', 'Network error. Please try again.'), { type: 'error' })
      if (isFailure(error) && error.code === 'email_taken') setFaults({ email: error.message })
    }
    setBusy(false)
    setAsking(null)
    focusFirstFault()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Profile Information"
      className="grid max-w-2xl gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <ProfileNotes />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={faults.firstName}>
          <TextInput {...field('firstName')} autoComplete="given-name" maxLength={60} />
        </Field>
        <Field label="Last name" error={faults.lastName}>
          <TextInput {...field('lastName')} autoComplete="family-name" maxLength={60} />
        </Field>
      </div>
      <Field label="Email" error={faults.email} hint="A new address counts once you open the link that we send to it.">
        <TextInput {...field('email')} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </Field>
      <div className="grid grid-cols-[8rem_1fr] gap-3 sm:gap-5">
        <Field label="Country code" error={faults.code}>
          <TextInput
            {...field('code', digitsOf)}
            start="+"
            inputMode="numeric"
            autoComplete="tel-country-code"
            maxLength={longestCode}
            className="tabular"
          />
        </Field>
        <Field label="Phone number" error={faults.number}>
          <TextInput
            {...field('number', digitsOf)}
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            maxLength={longestNumber}
            className="tabular"
          />
        </Field>
      </div>
      <Button type="submit" variant="primary" className="justify-self-start max-sm:w-full">
        Save changes
      </Button>
      <ConfirmDialog
        open={asking !== null}
        title="Save your profile?"
        text={
          asking && asking.email !== user.email
            ? `Your profile will be updated. We send a link to ${asking.email}: your new address counts once you open it.`
            : 'Your profile will be updated with what you have entered.'
        }
        confirmLabel="Save changes"
        busyLabel="Saving…"
        busy={busy}
        onConfirm={() => asking && void save(asking)}
        onClose={() => setAsking(null)}
      />
    </form>
  )
}
