import { guardMessages } from '#shared/engine/guardMessages.ts'
import { guards } from '#shared/engine/guards.ts'
import type { GuardInput } from '#shared/engine/guards.ts'
import { Select } from '../ui/inputs/Select.tsx'
import { TextInput } from '../ui/inputs/TextInput.tsx'
import type { RejectedForm } from './handleForm.ts'

type Props = { answer: RejectedForm | undefined; hint: string; initial?: GuardInput }

const initialGuardPercent = '50'

/** Renders which rise stops a change, and how much of it is allowed. */
export function GuardFields({ answer, hint, initial = {} }: Props) {
  const get = (name: keyof GuardInput) => String(answer?.values[name] ?? initial[name] ?? '')
  return (
    <>
      <Select
        id="guard"
        name="guard"
        label={guardMessages.guard}
        hint={hint}
        options={Object.entries(guards).map(([value, label]) => ({ value, label }))}
        emptyLabel={guardMessages.none}
        defaultValue={get('guard')}
        error={answer?.errors['guard']}
      />
      <TextInput
        id="guard-percent"
        name="guardPercent"
        label={guardMessages.percent}
        inputMode="numeric"
        defaultValue={get('guardPercent') || initialGuardPercent}
        error={answer?.errors['guardPercent']}
      />
    </>
  )
}
