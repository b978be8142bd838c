import { useSelector } from '@xstate/react'
import type { Field, Option } from '#shared/fields.ts'
import { inputText, isPicked } from '#shared/formValues.ts'
import { mayOpen } from '#shared/menu.ts'
import { messages } from '#shared/messages.ts'
import { optionsCalled, optionsLike } from '#shared/references.ts'
import { useActors, useApi, useFacts } from '../ConsoleContext.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Link } from '../ui/Link.tsx'
import * as styles from './ReferenceInput.css.ts'

type Props = {
  id: string
  name: string
  field: Field
  /** A picked record, or the text that is none yet. */
  value: unknown
  error?: string | undefined
  /** What may be meant by the text, by the server's say. */
  choices?: readonly Option[] | undefined
  placeholder?: string | undefined
  /** Text that names no record is as good: a filter looks for what is called like it. */
  free?: boolean
}

/**
 * Another record, found by typing; its id is sent. Without JavaScript, and where the API does not answer, its name is
 * typed; the action looks it up.
 */
export function ReferenceInput({ field, value, ...input }: Props) {
  const api = useApi()
  const { label, hint, required, to: other } = field
  if (!other) return null
  return (
    <Combobox
      {...input}
      label={label}
      // A filter has no hint, and is neither required nor optional.
      {...(!input.free && { hint, required })}
      search={(text, signal) => optionsLike(api, other, text.trim(), signal)}
      lookUp={(text, signal) => optionsCalled(api, other, text, signal)}
      initial={isPicked(value) ? { value: String(value.id), label: value.label } : null}
      text={inputText(value)}
      aside={!input.free && other.creation && <NewLink {...other} creation={other.creation} />}
    />
  )
}

/** Where one is made that is not there yet: in another tab, so that nothing typed here is lost. */
function NewLink({
  title,
  name,
  creation: { address, permission },
}: {
  title?: { one: string }
  name: string
  creation: { address: string; permission: string }
}) {
  const { enforcePermissions } = useFacts()
  const { session } = useActors()
  const held = useSelector(session, ({ context }) => context.permissions)
  if (!mayOpen({ permission }, enforcePermissions, held)) return null
  return (
    <Link to={address} target="_blank" rel="noopener" className={styles.newLink}>
      {messages.form.new(title?.one ?? name)}…
    </Link>
  )
}
